// What is kept: autosave, links, files, words.

import { readFileSync } from 'node:fs';
import { PUZZLES, cell, expect, open, picture, ready, state, steps, table, test, tool } from './page.js';

test('a game survives a reload, with undo and redo', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await page.locator('.palette [data-color="2"]').click();
  await cell(page, 'A1').click();
  await steps(page, 1);
  await page.locator('.palette [data-color="3"]').click();
  await cell(page, 'A1').click();
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
  await expect(page.locator('azulejo-board [data-cell]')).toHaveCount(6);
  await page.locator('.more [data-tool="open"]').click();
  await page.locator('dialog textarea').fill('A..\nBB\n');
  const refused = page.waitForResponse((response) => response.url().endsWith('/read') && response.status() === 422);
  await page.locator('dialog [data-tool="read"]').click();
  await refused;
  await expect(page.locator('.toast.bad')).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(1);
});

test('a puzzle is corrected by hand before it is played', async ({ page }) => {
  await open(page, 'flow:A../BBA');
  await page.locator('.more [data-tool="open"]').click();
  await page.getByRole('button', { name: 'Edit by hand' }).click();
  await page.locator('.editing [data-mark="C"]').click();
  await page.locator('.spot').nth(1).click();
  await expect(page.locator('.editing')).toContainText('Not two dots yet: C');
  await page.locator('.spot').nth(2).click();
  await expect(page.locator('.editing')).toContainText('two dots');
  await page.getByRole('button', { name: 'Play this' }).click();
  await expect(page.locator('azulejo-board circle')).toHaveCount(6);
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
  await page.getByLabel('Columns').fill('6');
  await page.getByLabel('Rows').fill('5');
  await page.getByLabel('Seed').fill('42');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('azulejo-board [data-cell]')).toHaveCount(30);
  await expect(page).toHaveURL(/flow%402%3A6x5%2342/);
});

test('the language changes everywhere, and the game stays', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await page.locator('.palette [data-color="2"]').click();
  await cell(page, 'A1').click();
  await steps(page, 1);
  for (const [code, word] of [['ro', 'Indiciu'], ['es', 'Pista'], ['pt', 'Dica'], ['en', 'Hint']]) {
    await page.locator('.bar [data-tool="settings"]').click();
    await page.locator('dialog select').first().selectOption(code);
    await expect(tool(page, 'hint')).toHaveText(word);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await steps(page, 1);
  }
  await state(page, 'playing');
  await expect(table(page)).toBeVisible();
});

test('every language has the same keys, the same gaps and all its plural forms', () => {
  const words = Object.fromEntries(['en', 'es', 'pt', 'ro'].map((code) => [code, JSON.parse(readFileSync(new URL(`../../crates/web/assets/lang/${code}.json`, import.meta.url), 'utf8'))]));
  const gaps = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort().join();
  for (const [code, texts] of Object.entries(words)) {
    expect(Object.keys(texts).sort(), code).toEqual(Object.keys(words.en).sort());
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.slice().sort();
    for (const [key, text] of Object.entries(texts)) {
      const english = words.en[key];
      expect(typeof text, `${code} ${key}`).toBe(typeof english);
      if (typeof text === 'string') expect(gaps(text), `${code} ${key}`).toBe(gaps(english));
      else expect(Object.keys(text).sort(), `${code} ${key}`).toEqual(forms);
    }
  }
});

test('a file is opened, and one is dropped on the game', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await page.locator('.more [data-tool="open"]').click();
  await page.locator('dialog input[type="file"]').setInputFiles({ name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('1 3 2 3 3\n1 2 2\n3 1 1\n') });
  await expect(page.locator('dialog textarea')).toHaveValue(/1 3 2 3 3/);
  await page.locator('dialog [data-tool="read"]').click();
  await expect(page.locator('azulejo-board [data-cell]')).toHaveCount(6);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['1 3 2 2 2\n1 2\n2 1\n'], 'tiny.txt', { type: 'text/plain' }));
    return transfer;
  });
  await page.locator('azulejo-board').dispatchEvent('drop', { dataTransfer: data });
  await page.locator('dialog [data-tool="read"]').click();
  await expect(page.locator('azulejo-board [data-cell]')).toHaveCount(4);
});

test('a saved game that can no longer be read is begun anew', async ({ page }) => {
  await page.addInitScript((id) => {
    const saved = { game: 'kami', id, start: { nonsense: true }, moves: [['A1 1']], undone: [], seconds: 5, state: 'playing', at: Date.now() };
    localStorage.setItem('azulejo.saves', JSON.stringify([saved]));
  }, PUZZLES.kami);
  await open(page, PUZZLES.kami);
  await steps(page, 0);
});

test('what was read from a screenshot is corrected by hand before it is played', async ({ page }) => {
  await open(page, PUZZLES.flow);
  // The reading itself is tested where it lives; here it is a given, with one cell it was not sure of.
  await page.route('**/api/v1/games/flow/import*', (route) => route.fulfill({
    json: { game: 'flow', id: 'flow:A../BB.', position: { board: 'A../BB.', fill: true, touch: 'allow', lines: [] }, confidence: 0.91, unsure: ['C2'] },
  }));
  await page.locator('.more [data-tool="open"]').click();
  await page.locator('dialog input[type="file"]').setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from('not looked at') });
  await expect(page.locator('dialog .spot.unsure')).toHaveCount(1);
  await page.locator('.editing [data-mark="A"]').click();
  await page.locator('dialog .spot.unsure').click();
  await page.getByRole('button', { name: 'Play this' }).click();
  await expect(page.locator('azulejo-board circle')).toHaveCount(4);
  await expect(cell(page, 'C2')).toHaveAttribute('aria-label', 'C2, dot A');
});

test('while the server is away the game waits, and goes on after', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await page.locator('.palette [data-color="2"]').click();
  await page.route('**/api/**', (route) => route.abort());
  await cell(page, 'A1').click();
  await expect(page.locator('.toast.bad')).toContainText('kept in this browser');
  await steps(page, 0);
  await page.unroute('**/api/**');
  await cell(page, 'A1').click();
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
