// A phone: taps and drags by finger, nothing wider than the screen.

import { devices } from '@playwright/test';
import { PUZZLES, ask, cell, expect, middle, open, state, steps, test, tool } from './page.js';

const { defaultBrowserType, ...phone } = devices['Pixel 7'];
test.use({ ...phone });

/** Draws with a finger. */
async function swipe(page, names) {
  const client = await page.context().newCDPSession(page);
  const at = async (name) => {
    const [x, y] = await middle(page, name);
    return [{ x, y }];
  };
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: await at(names[0]) });
  for (const name of names.slice(1)) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: await at(name) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('Kami is tapped', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await page.locator('.palette [data-color="2"]').tap();
  await cell(page, 'A1').tap();
  await steps(page, 1);
  await tool(page, 'undo').first().tap();
  await steps(page, 0);
});

test('Flow is drawn by finger to its end', async ({ page }) => {
  await open(page, PUZZLES.flow);
  const { position } = await ask(page, 'flow', 'new', { id: PUZZLES.flow });
  const { moves } = await ask(page, 'flow', 'solve', { position });
  for (const [index, move] of moves.entries()) {
    await swipe(page, move.split('-'));
    await steps(page, index + 1);
  }
  await state(page, 'won');
});

test('no screen is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const id of [null, ...Object.values(PUZZLES)]) {
    if (id) await open(page, id);
    else {
      await page.goto('/');
      await expect(page.locator('.card')).toHaveCount(5);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, id ?? 'home').toBeLessThanOrEqual(360);
  }
});

test('Blocky: two fingers make the choice larger', async ({ page }) => {
  await open(page, PUZZLES.blocky);
  const block = page.locator('.panel [role="status"]');
  await expect(block).toContainText('2×2');
  const [x, y] = await middle(page, 'B2');
  const client = await page.context().newCDPSession(page);
  const fingers = (apart) => [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
  for (const apart of [22, 30, 40]) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(block).toContainText('4×4');
});

test('Tetris: a tap brings the piece, a second one lets it fall', async ({ page }) => {
  await open(page, PUZZLES.tetris);
  const ghost = () => page.locator('.mark.ghost').first().getAttribute('d');
  const before = await ghost();
  await cell(page, 'A3').tap();
  await expect.poll(ghost).not.toBe(before);
  await steps(page, 0);
  await cell(page, 'A3').tap();
  await steps(page, 1);
});
