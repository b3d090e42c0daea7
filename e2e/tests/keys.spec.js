// Everything by keys alone.

import { ask, expect, mark, on, open, PUZZLES, state, steps, table, test } from './page.js';

/** Walks over the board with arrows. */
async function walk(page, name) {
  for (let count = 0; count < 80; count += 1) {
    const at = await page.evaluate(() => document.activeElement?.getAttribute('data-handle') ?? '');
    const [column, row] = [at.charCodeAt(0), Number(at.slice(1))];
    const [right, down] = [name.charCodeAt(0), Number(name.slice(1))];
    if (at === name) return;
    await page.keyboard.press(row < down ? 'ArrowDown' : row > down ? 'ArrowUp' : column < right ? 'ArrowRight' : 'ArrowLeft');
  }
  throw new Error(`no way to ${name}`);
}

test('Kami is solved by keys alone', async ({ page }) => {
  await open(page, PUZZLES.kami);
  const { line } = await ask(page, 'kami', 'solve', { puzzle: PUZZLES.kami });
  await page.keyboard.press('ArrowDown');
  for (const [index, move] of line.entries()) {
    const [spot, color] = move.split(' ');
    await walk(page, spot);
    await page.keyboard.press(color);
    await page.keyboard.press('Enter');
    await steps(page, index + 1);
  }
  await state(page, 'won');
  await expect(page.locator('#live')).toContainText('One colour');
});

test('Flow is drawn by keys: take up, go, lay down', async ({ page }) => {
  await open(page, 'flow:A../BBA');
  await page.keyboard.press('ArrowDown');
  await walk(page, 'A1');
  await page.keyboard.press('Enter');
  await expect(mark(page, 'cursor').first()).toBeAttached();
  let count = 0;
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(key);
    count += 1;
    await steps(page, count);
  }
  await expect(mark(page, 'cursor')).toHaveCount(0);
  await walk(page, 'A2');
  await page.keyboard.press('Space');
  await expect(mark(page, 'cursor').first()).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await state(page, 'won');
});

test('undo takes the line out of the hand', async ({ page }) => {
  await open(page, 'flow:A../BBA');
  await page.keyboard.press('ArrowDown');
  await walk(page, 'A1');
  await page.keyboard.press('Enter');
  await expect(mark(page, 'cursor').first()).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await steps(page, 1);
  await page.keyboard.press('ArrowRight');
  await steps(page, 2);
  await page.keyboard.press('u');
  await steps(page, 1);
  await expect(mark(page, 'cursor')).toHaveCount(0);
  await expect(page.locator('.frame .paths path')).toHaveCount(1);
});

test('letters are shortcuts, and the help names them', async ({ page }) => {
  await open(page, PUZZLES.blocky);
  await page.keyboard.press('ArrowRight');
  await expect(mark(page, 'chosen').first()).toBeAttached();
  await page.keyboard.press('w');
  await page.keyboard.press('d');
  await steps(page, 1);
  await page.keyboard.press('u');
  await steps(page, 0);
  await page.keyboard.press('r');
  await steps(page, 1);
  await page.keyboard.press('h');
  await expect(page.locator('.note .hint')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.locator('dialog kbd', { hasText: /^d$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: /new game of Blocky/ })).toBeVisible();
});

test('Tetris is played by keys, whatever has the focus', async ({ page }) => {
  await open(page, PUZZLES.tetris);
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
  await steps(page, 1);
  await expect(table(page)).toHaveAttribute('data-state', 'playing');
  await page.keyboard.press('Space');
  await steps(page, 2);
});

test('a tray is walked and entered by keys', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await on(page, 'color:1').focus();
  await page.keyboard.press('ArrowRight');
  await expect(on(page, 'color:2')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(on(page, 'color:2')).toHaveAttribute('aria-pressed', 'true');
  await expect(on(page, 'color:2')).toBeFocused();
});
