// Playing: one screen at every size, nothing that moves, glazed colours without letters, and the moment of winning.

import { address, expect, games, on, open, PUZZLES, ready, state, steps, table, test, tool } from './page.js';

test.use({ mode: 'play' });

const SIZES = [
  [390, 664],
  [844, 390],
  [1280, 800],
  [2560, 1440],
];

/** Everything that a turn needs, with where it is; only what is there to be seen. */
const needed = (page) =>
  page
    .locator('azulejo-game :is(.status, .frame azulejo-board, .tray azulejo-board, .controls button, .tool, .note, .note button)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => {
          const { left, top, right, bottom, height } = one.getBoundingClientRect();
          const name = one.dataset.tool ?? one.dataset.handle ?? one.dataset.name ?? one.className;
          return { name, button: one.localName === 'button', height, box: [left, top, right, bottom].map(Math.round) };
        }),
    );

for (const [width, height] of SIZES) {
  test(`at ${width}×${height} every control of a turn is on the screen of every game, before and after a hint`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const { name, verbs } of await games(page)) {
      await page.goto(`/#/${name}`);
      await ready(page, name);
      const before = await needed(page);
      const inside = (all, when) => {
        for (const { name: what, box, button, height: tall } of all) {
          const [left, top, right, bottom] = box;
          const where = `${name}, ${what} ${when}: ${box}`;
          expect(left >= 0 && top >= 0 && right <= width && bottom <= height, where).toBe(true);
          if (button) expect(tall, where).toBeGreaterThanOrEqual(43.5);
        }
      };
      inside(before, 'at first');
      expect(await page.evaluate(() => document.documentElement.scrollHeight), name).toBeLessThanOrEqual(height);
      if (!verbs.includes('hint')) continue;
      await tool(page, 'hint').click();
      await expect(page.locator('.note p').first()).toBeVisible();
      await expect(page.locator('.note .busy')).toHaveCount(0, { timeout: 30_000 });
      const after = await needed(page);
      inside(after, 'after a hint');
      for (const { name: what, box } of before) {
        expect(after.find((one) => one.name === what)?.box, `${name}: ${what} stays where it was`).toEqual(box);
      }
    }
  });
}

test('tiles have no letters and boards no names at the edge, until there are many colours or one looks closely', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await expect(page.locator('.frame :is(.letters, .axes)')).toHaveCount(0);
  await tool(page, 'mode').click();
  await expect(table(page)).toHaveAttribute('data-mode', 'analyse');
  await expect(page.locator('.frame .letters').first()).toBeAttached();
  await page.keyboard.press('m');
  await expect(page.locator('.frame .letters')).toHaveCount(0);
  await open(page, 'flow:ABCDEFG/......./......./......./......./......./ABCDEFG');
  await expect(page.locator('.frame .letters').first()).toBeAttached();
});

test('whoever wants more contrast gets letters', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await open(page, PUZZLES.kami);
  await expect(page.locator('.frame .letters').first()).toBeAttached();
});

test('a puzzle is won by pointer, and a card says so; after a reload there is a next one', async ({ page }) => {
  await open(page, 'kami:square,1,2,0,3,-,112');
  await on(page, 'color:2').click();
  await on(page, 'A1').click();
  await state(page, 'won');
  await expect(page.locator('dialog.won')).toBeVisible();
  await expect(page.locator('dialog.won dd')).toContainText(['0:0', '1', '0']);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(tool(page, 'another')).toBeVisible();
});

test('the back button closes a dialog', async ({ page }) => {
  await page.goto('/#/');
  await page.goto(address(PUZZLES.kami));
  await ready(page, 'kami');
  await page.locator('[data-tool="settings"]').click();
  await page.goBack();
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('Ctrl+Z takes back, Ctrl+Shift+Z does it again', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await on(page, 'color:2').click();
  await on(page, 'A1').click();
  await steps(page, 1);
  await page.keyboard.press('Control+z');
  await steps(page, 0);
  await page.keyboard.press('Control+Shift+z');
  await steps(page, 1);
});

test('a link with one bad move keeps the puzzle and the moves before it', async ({ page }) => {
  const puzzle = 'kami:square,1,2,0,3,-,112/233';
  await page.goto(`${address(puzzle)}/${encodeURIComponent('A1 2;Z9 9;A1 3')}`);
  await ready(page, 'kami');
  await steps(page, 1);
});

test('a text that cannot be read is told in the dialog, and a long one is not cut', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await tool(page, 'mode').click();
  await tool(page, 'open').click();
  await page.locator('dialog textarea').fill('nonsense');
  await tool(page, 'read').or(page.locator('dialog [data-tool="read"]')).click();
  await expect(page.locator('dialog .wrong')).not.toBeEmpty();
  const buffer = Buffer.from(`square ${'x'.repeat(250_000)}`);
  await page.locator('dialog input[type="file"]').setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
  await expect.poll(() => page.locator('dialog textarea').evaluate((area) => area.value.length)).toBeGreaterThan(250_000);
});

test('a solution is shown only after asking, and earns no tick', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await tool(page, 'mode').click();
  await tool(page, 'solve').click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.locator('.note p')).toHaveCount(0);
  await tool(page, 'solve').click();
  await page.locator('dialog [data-tool="yes"]').click();
  await expect(tool(page, 'play-line')).toBeVisible();
  const extra = await page.evaluate(() => JSON.parse(localStorage.getItem('azulejo.saves') ?? '[]')[0].extra);
  expect(extra.solved).toBe(true);
});

test('a hint about a block marks each of its tiles once, so that its colours can be seen', async ({ page }) => {
  await open(page, 'blocky:d2,t3,blob,human#6');
  await tool(page, 'hint').click();
  await expect(page.locator('.frame .sign.hint').first()).toBeAttached({ timeout: 30_000 });
  const shapes = await page.locator('.frame .sign.hint').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
  expect(new Set(shapes).size).toBe(shapes.length);
});
