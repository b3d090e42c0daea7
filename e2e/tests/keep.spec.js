// What is kept: autosave, links, files, words.

import { readFileSync } from 'node:fs';
import { ask, cells, expect, on, open, PUZZLES, picture, ready, state, steps, table, test, tool } from './page.js';

test('a game survives a reload, with undo and redo', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await on(page, 'color:2').click();
  await on(page, 'A1').click();
  await steps(page, 1);
  await on(page, 'color:3').click();
  await on(page, 'A1').click();
  await steps(page, 2);
  const before = await picture(page);
  await page.reload();
  await ready(page, 'kami');
  await steps(page, 2);
  expect(await picture(page)).toEqual(before);
  await tool(page, 'undo').first().click();
  await steps(page, 1);
  await page.reload();
  await ready(page, 'kami');
  await steps(page, 1);
  await tool(page, 'redo').click();
  await steps(page, 2);
  expect(await picture(page)).toEqual(before);
  await page.goto('/#/');
  await page.locator('.continue a').click();
  await ready(page, 'kami');
  await steps(page, 2);
});

test('today’s puzzle opens, and is the same for everybody', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-daily="flow"]').click();
  await ready(page, 'flow');
  await expect(page).toHaveURL(/#\/flow\/flow.*\d{4}-\d\d-\d\d/);
});

test('a puzzle is pasted, and a bad one is refused with its place', async ({ page }) => {
  await open(page, PUZZLES.flow);
  await page.locator('.more [data-tool="open"]').click();
  await page.locator('dialog textarea').fill('A..\nBBA\n');
  await page.locator('dialog [data-tool="read"]').click();
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(cells(page)).toHaveCount(6);
  await page.locator('.more [data-tool="open"]').click();
  await page.locator('dialog textarea').fill('A..\nBB\n');
  const refused = page.waitForResponse((response) => response.url().endsWith('/play') && response.status() === 422);
  await page.locator('dialog [data-tool="read"]').click();
  await refused;
  await expect(page.locator('dialog .wrong')).not.toBeEmpty();
  await expect(page.locator('dialog')).toHaveCount(1);
});

test('a board is exported as text and pictures', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await page.locator('.more [data-tool="export"]').click();
  await expect(page.locator('dialog pre').first()).not.toBeEmpty();
  for (const format of ['SVG', 'PNG']) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format, exact: true }).click()]);
    expect(file.suggestedFilename()).toBe(`azulejo-kami.${format.toLowerCase()}`);
  }
});

test('a setup of one’s own, with a seed, is the puzzle of that seed', async ({ page }) => {
  await open(page, PUZZLES.flow);
  await page.locator('.more [data-tool="new"]').click();
  await page.getByText('A setup of your own').click();
  await page.locator('dialog details details summary').click();
  await page.locator('dialog [name="size"]').fill('6x5');
  await page.locator('dialog [name="seed"]').fill('42');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(cells(page)).toHaveCount(30);
  await expect(page).toHaveURL(/flow%402%3A6x5%2342/);
});

test('the language changes everywhere, and the game stays', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await on(page, 'color:2').click();
  await on(page, 'A1').click();
  await steps(page, 1);
  for (const [code, word] of [
    ['ro', 'Indiciu'],
    ['es', 'Pista'],
    ['pt', 'Dica'],
    ['en', 'Hint'],
  ]) {
    await page.locator('.bar [data-tool="settings"]').click();
    await page.locator('dialog select').first().selectOption(code);
    await expect(tool(page, 'hint')).toHaveText(word);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await steps(page, 1);
  }
  await state(page, 'playing');
  await expect(table(page)).toBeVisible();
});

test('every language has the page’s own keys with all its plural forms', () => {
  const file = (code) => new URL(`../../crates/web/assets/lang/${code}.json`, import.meta.url);
  const words = Object.fromEntries(['en', 'es', 'pt', 'ro'].map((code) => [code, JSON.parse(readFileSync(file(code), 'utf8'))]));
  for (const [code, texts] of Object.entries(words)) {
    expect(Object.keys(texts), code).toEqual(expect.arrayContaining(Object.keys(words.en)));
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.slice().sort();
    for (const [key, text] of Object.entries(texts)) {
      if (words.en[key]) expect(typeof text, `${code} ${key}`).toBe(typeof words.en[key]);
      if (typeof text !== 'string') expect(Object.keys(text).sort(), `${code} ${key}`).toEqual(forms);
    }
  }
});

test('what a game says is said in the reader’s language', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'es', mode: 'analyse' })));
  await open(page, PUZZLES.kami);
  await expect(table(page).locator('.status')).toHaveText('Pinta regiones hasta que todo el tablero tenga un solo color');
  await expect(page.locator('.facts')).toContainText('Quedan 4 jugadas');
});

test('a file is opened, and one is dropped on the game', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await page.locator('.more [data-tool="open"]').click();
  await page
    .locator('dialog input[type="file"]')
    .setInputFiles({ name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('1 3 2 3 3\n1 2 2\n3 1 1\n') });
  await expect(page.locator('dialog textarea')).toHaveValue(/1 3 2 3 3/);
  await page.locator('dialog [data-tool="read"]').click();
  await expect(cells(page)).toHaveCount(6);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['1 3 2 2 2\n1 2\n2 1\n'], 'tiny.txt', { type: 'text/plain' }));
    return transfer;
  });
  await page.locator('.frame azulejo-board').dispatchEvent('drop', { dataTransfer: data });
  await page.locator('dialog [data-tool="read"]').click();
  await expect(cells(page)).toHaveCount(4);
});

test('a saved game that can no longer be read is begun anew', async ({ page }) => {
  await page.addInitScript((id) => {
    const saved = {
      game: 'kami',
      id,
      start: { nonsense: true },
      moves: [['A1 1']],
      undone: [],
      seconds: 5,
      state: 'playing',
      at: Date.now(),
    };
    localStorage.setItem('azulejo.saves', JSON.stringify([saved]));
  }, PUZZLES.kami);
  await open(page, PUZZLES.kami);
  await steps(page, 0);
});

test('what was read from a screenshot is offered as text, to be corrected before it is played', async ({ page }) => {
  await open(page, PUZZLES.flow);
  // The reading itself is tested where it lives; here it is a given, with one cell it was not sure of.
  const { position } = await ask(page, 'flow', 'play', { puzzle: 'flow:A../BBA' });
  await page.route('**/api/v1/games/flow/import*', (route) =>
    route.fulfill({ json: { game: 'flow', command: 'import', position, confidence: 0.91, unsure: ['C2'] } }),
  );
  await page.locator('.more [data-tool="open"]').click();
  const file = { name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from('not looked at') };
  await page.locator('dialog input[type="file"]').setInputFiles(file);
  await expect(page.locator('dialog')).toContainText('91 %');
  await expect(page.locator('dialog')).toContainText('C2');
  await expect(page.locator('dialog textarea')).toHaveValue(/A\.\.\s+BBA/);
  await page.locator('dialog [data-tool="read"]').click();
  await expect(cells(page)).toHaveCount(6);
});

test('while the server is away the game waits, and goes on after', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await on(page, 'color:2').click();
  await page.route('**/api/**', (route) => route.abort());
  await on(page, 'A1').click();
  await expect(page.locator('.toast.bad').first()).toContainText('kept in this browser');
  await steps(page, 0);
  await page.unroute('**/api/**');
  await on(page, 'A1').click();
  await steps(page, 1);
});

test('a pasted puzzle is offered, not forced', async ({ page }) => {
  await open(page, PUZZLES.flow);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'flow:A../BBA');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await expect(page.locator('dialog textarea')).toHaveValue('flow:A../BBA');
  await page.locator('dialog [data-tool="read"]').click();
  await expect(table(page)).toHaveAttribute('data-puzzle', 'flow:A../BBA');
});
