// A phone: taps and drags by finger, nothing wider than the screen.

import { devices } from '@playwright/test';
import { ask, expect, games, mark, middle, on, open, PUZZLES, ready, state, steps, test, tool } from './page.js';

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
  await on(page, 'color:2').tap();
  await on(page, 'A1').tap();
  await steps(page, 1);
  await tool(page, 'undo').first().tap();
  await steps(page, 0);
});

test('Flow is drawn by finger to its end', async ({ page }) => {
  await open(page, PUZZLES.flow);
  const { line } = await ask(page, 'flow', 'solve', { puzzle: PUZZLES.flow });
  for (const [index, move] of line.entries()) {
    await swipe(page, move.split('-'));
    await steps(page, index + 1);
  }
  await state(page, 'won');
});

test('no screen is wider than a phone, and fingers find what they can touch', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  const known = await games(page);
  await page.goto('/');
  await expect(page.locator('.card')).toHaveCount(known.length);
  expect(await wide(), 'home').toBeLessThanOrEqual(360);
  for (const { name } of known) {
    await page.goto(`/#/${name}`);
    await ready(page, name);
    expect(await wide(), name).toBeLessThanOrEqual(360);
    const sizes = await page
      .locator('azulejo-game :is(.controls button, .tool)')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...sizes), `${name}: buttons`).toBeGreaterThanOrEqual(44);
  }
});

test('Blocky: a finger chooses a block, buttons act on it', async ({ page }) => {
  await open(page, PUZZLES.blocky);
  await on(page, 'A1').tap();
  await expect(mark(page, 'chosen').first()).toBeAttached();
  await on(page, 'larger').tap();
  await on(page, 'rotate_cw').tap();
  await steps(page, 1);
});

test('Tetris: a tap brings the piece, a second one lets it fall', async ({ page }) => {
  await open(page, PUZZLES.tetris);
  const ghost = () => mark(page, 'ghost').first().getAttribute('d');
  const before = await ghost();
  await on(page, 'A3').tap();
  await expect.poll(ghost).not.toBe(before);
  await steps(page, 0);
  await on(page, 'A3').tap();
  await steps(page, 1);
});

test('Blocky: two fingers that part choose a smaller block, and a larger one when they come together', async ({ page }) => {
  await open(page, PUZZLES.blocky);
  const chosen = () => mark(page, 'chosen').first().getAttribute('d');
  await on(page, 'A1').tap();
  await on(page, 'larger').tap();
  await expect(mark(page, 'chosen').first()).toBeAttached();
  const large = await chosen();
  const [x, y] = await middle(page, 'A1');
  const client = await page.context().newCDPSession(page);
  const pinch = async (from, to) => {
    const points = (far) => [
      { x, y, id: 1 },
      { x: x + far, y, id: 2 },
    ];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points((from + to) / 2) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(to) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await pinch(60, 90);
  await expect.poll(chosen).not.toBe(large);
  await pinch(90, 60);
  await expect.poll(chosen).toBe(large);
  await steps(page, 0);
});
