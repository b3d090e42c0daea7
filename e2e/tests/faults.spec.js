// Faults that players have met, each with what it should have been.

import { address, ask, drag, expect, middle, on, open, PUZZLES, ready, state, steps, table, test, tool } from './page.js';

test.describe('playing', () => {
  test.use({ mode: 'play' });

  test('painting a region in its own colour costs no move', async ({ page }) => {
    await open(page, 'kami:square,1,2,0,3,-,22233/21133/22233');
    await on(page, 'color:2').click();
    await on(page, 'A1').click();
    await on(page, 'B2').click();
    await steps(page, 1);
  });

  test('three quick drops use each piece where it is', async ({ page }) => {
    await open(page, PUZZLES.tetris);
    await page.locator('.frame [tabindex="0"]').first().focus();
    for (const key of ['ArrowUp', 'ArrowLeft', ' ', ' ', ' ']) await page.keyboard.press(key);
    await steps(page, 3);
    const { moves } = await page.evaluate(() => JSON.parse(localStorage.getItem('azulejo.saves') ?? '[]')[0]);
    const [, second, third] = moves.flat();
    // The hand begins anew with each piece: in the middle, as it comes.
    for (const move of [second, third]) expect(move).toMatch(/^(r?0|\w+ 0)\b|rotation 0|^0/);
  });

  test('a hint keeps the chosen block, and lights up what to press', async ({ page }) => {
    await open(page, PUZZLES.blocky);
    await on(page, 'A1').click();
    const chosen = () => page.locator('.frame .mark.chosen').first().getAttribute('d');
    const before = await chosen();
    await tool(page, 'hint').click();
    await expect(page.locator('.frame .sign.hint').first()).toBeAttached({ timeout: 30_000 });
    expect(await chosen()).toBe(before);
    await expect(page.locator('.controls .lit')).toHaveCount(1);
  });

  test('what cannot be done now says why', async ({ page }) => {
    await open(page, PUZZLES.blocky);
    const smash = on(page, 'smash');
    await expect(smash).toHaveAttribute('aria-disabled', 'true');
    await expect(smash).toHaveAttribute('aria-description', /./);
    await smash.click({ force: true });
    await expect(page.locator('.note p')).not.toBeEmpty();
    await steps(page, 0);
  });

  test('a hint in play names no cell, and no notation', async ({ page }) => {
    for (const id of Object.values(PUZZLES)) {
      await open(page, id);
      await tool(page, 'hint').click();
      await expect(page.locator('.note .busy')).toHaveCount(0, { timeout: 30_000 });
      const text = await page.locator('.note').innerText();
      expect(text, id).not.toMatch(/\b[A-Z]\d{1,2}\b|mov\d|root\b/);
    }
  });

  test('the hinted card lights up, and a figure is claimed by touching it', async ({ page }) => {
    await open(page, 'switcher:2p#3');
    await tool(page, 'hint').click();
    await expect(page.locator('.tray .sign.hint').first()).toBeAttached({ timeout: 30_000 });
    await on(page, 'card:1').click();
    await on(page, 'C3').click();
    await on(page, 'A4').click();
    await steps(page, 1);
    await on(page, 'A4').click();
    await steps(page, 2);
  });

  test('people at one screen may hide the board from each other', async ({ page }) => {
    await page.addInitScript(() => {
      const settings = { hide: true, others: { switcher: '' }, learned: { switcher: true } };
      localStorage.setItem('azulejo.settings', JSON.stringify(settings));
    });
    await open(page, PUZZLES.switcher);
    await on(page, 'end').click();
    await expect(page.locator('dialog.hiding')).toContainText('Player 2');
    await page.locator('dialog [data-tool="ready"]').click();
    await expect(page.locator('dialog')).toHaveCount(0);
  });

  test('sound and vibration are off until they are asked for', async ({ page }) => {
    await open(page, PUZZLES.kami);
    await page.locator('[data-tool="settings"]').click();
    for (const label of ['Sound', 'Vibration']) await expect(page.getByLabel(label)).not.toBeChecked();
  });

  test('what a computer player has done is summed up', async ({ page }) => {
    await open(page, 'blocky:d3,t4,blob,human,smart2#3');
    await on(page, 'A1').click();
    await on(page, 'larger').click();
    await on(page, 'rotate_cw').click();
    await steps(page, 2);
    await expect(page.locator('.note p')).toContainText('smart2');
  });
});

test('the back button closes a dialog, and leads nowhere else', async ({ page }) => {
  await page.goto('/#/');
  await page.goto(address(PUZZLES.kami));
  await ready(page, 'kami');
  await tool(page, 'share').first().click();
  await expect(page.locator('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(table(page)).toHaveAttribute('data-puzzle', PUZZLES.kami);
  // A dialog that was closed otherwise leaves nothing behind to go back through.
  await tool(page, 'share').first().click();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state?.dialog ?? false)).toBe(false);
});

test('a message is above the dialog that caused it, and over no control', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await tool(page, 'share').first().click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const toast = page.locator('.toast').first();
  await expect(toast).toBeVisible();
  const onTop = await toast.evaluate((one) => one.closest('[popover]')?.matches(':popover-open'));
  expect(onTop).toBe(true);
});

test('two tabs with the same game do not write over each other', async ({ page, context }) => {
  await open(page, PUZZLES.kami);
  const other = await context.newPage();
  await other.goto(page.url());
  await ready(other, 'kami');
  await on(other, 'color:2').click();
  await on(other, 'A1').click();
  await steps(other, 1);
  // Going back to the first tab finds what was played in the second.
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await steps(page, 1);
  await other.close();
});

test('what is chosen in one tab is chosen in the other', async ({ page, context }) => {
  await open(page, PUZZLES.kami);
  const other = await context.newPage();
  await other.goto(page.url());
  await ready(other, 'kami');
  await other.evaluate(async () => (await import('/js/settings.js')).set('theme', 'dark'));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('check and rate of a puzzle with several solutions say so', async ({ page }) => {
  await open(page, 'flow:A..B/..../..../A..B');
  await tool(page, 'check').click();
  await expect(page.locator('.note')).toContainText('several solutions');
  await expect(page.locator('.note')).not.toContainText(/null|no solution/);
});

test('a plan that plays itself can be stopped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, PUZZLES.tetris);
  await tool(page, 'solve').click();
  await page.locator('dialog [data-tool="yes"]').click();
  await tool(page, 'play-line').click();
  await steps(page, 1);
  await page.getByRole('button', { name: 'Stop' }).click();
  const count = Number(await table(page).getAttribute('data-steps'));
  await page.waitForTimeout(1200);
  expect(Number(await table(page).getAttribute('data-steps'))).toBeLessThanOrEqual(count + 1);
});

test('without letters nothing is written round the board', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('azulejo.settings', JSON.stringify({ mode: 'play', learned: { flow: true } })));
  await open(page, PUZZLES.flow);
  await expect(page.locator('.frame svg text:visible')).toHaveCount(0);
});

test('all coming pieces are drawn to one scale', async ({ page }) => {
  await open(page, 'tetris:000000/000000/000000/000000/000000/000000,IOTSZ,clear,0');
  const sizes = await page
    .locator('.tray azulejo-board .cells path')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().height)));
  expect(sizes.length).toBeGreaterThan(4);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('cells are spoken of by their colours', async ({ page }) => {
  await open(page, PUZZLES.kami);
  expect(await on(page, 'A1').getAttribute('aria-label')).toMatch(/red|blue|green|yellow|orange|purple|teal|white|black|ochre|brown|pink/i);
});

test('lines and dots have an edge against the cells they lie on', async ({ page }) => {
  await open(page, 'flow:A.AB/C.C./B...');
  await drag(page, 'A1', 'C1');
  await steps(page, 1);
  for (const layer of ['.paths', '.dots']) {
    const edge = await page.locator(`.frame ${layer}`).evaluate((one) => getComputedStyle(one).filter);
    expect(edge, layer).toContain('drop-shadow');
  }
});

test('moves are listed, and each leads to its position', async ({ page }) => {
  await open(page, PUZZLES.kami);
  const { line } = await ask(page, 'kami', 'solve', { puzzle: PUZZLES.kami });
  for (const [index, move] of line.slice(0, 3).entries()) {
    const [spot, color] = move.split(' ');
    await on(page, `color:${color}`).click();
    await page.mouse.click(...(await middle(page, spot)));
    await steps(page, index + 1);
  }
  await page.locator('details.history summary').click();
  const moves = page.locator('.moves button');
  await expect(moves).toHaveCount(3);
  await moves.nth(0).click();
  await steps(page, 1);
  await expect(moves).toHaveCount(3);
  await moves.nth(2).click();
  await steps(page, 3);
  await state(page, 'playing');
});
