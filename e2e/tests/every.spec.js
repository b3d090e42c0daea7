// Whatever games the server has, without knowing any: each opens, answers hands and keys, takes back, hints, and is shared.

import { expect, follow, games, mark, open, picture, ready, steps, table, test, tool } from './page.js';

test('every game is on the front door with a picture of today’s puzzle, and opens from there', async ({ page }) => {
  const known = await games(page);
  await page.goto('/');
  await expect(page.locator('.card')).toHaveCount(known.length);
  await expect(page.locator('azulejo-miniature svg')).toHaveCount(known.length, { timeout: 30_000 });
  for (const { name, title } of known) {
    await page.goto('/#/');
    await page.locator(`.card[data-game="${name}"] h2 a`).click();
    await ready(page, name);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(table(page).locator('.status')).not.toBeEmpty();
  }
});

test('in every game whatever is touched is answered, and undo brings the first picture back', async ({ page }) => {
  for (const { name } of await games(page)) {
    await page.goto(`/#/${name}`);
    await ready(page, name);
    if (await page.locator('.panel select').isVisible()) await page.locator('.panel select').selectOption('');
    const before = await picture(page);
    const handles = await page.locator('azulejo-game [data-handle]').evaluateAll((all) => all.map((one) => one.dataset.handle));
    expect(handles.length, `${name} can be touched`).toBeGreaterThan(0);
    const some = handles.filter((_, index) => index % Math.ceil(handles.length / 12) === 0);
    for (const handle of some) {
      const place = page.locator(`azulejo-game [data-handle="${handle}"]:not([aria-disabled="true"])`).first();
      // What is drawn anew in this moment is not there to be touched.
      if (await place.isVisible()) await place.click({ force: true, timeout: 2_000 }).catch(() => {});
    }
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter', 'ArrowLeft', ' ', 'Home', 'End']) await page.keyboard.press(key);
    await page.mouse.move(0, 0);
    await expect(table(page)).not.toHaveClass(/waiting/, { timeout: 30_000 });
    // Moves may still be on their way when the first is taken back.
    const first = async () => {
      await page.keyboard.press('u');
      await expect(table(page)).toHaveAttribute('data-steps', '0', { timeout: 300 });
    };
    await expect(first).toPass({ intervals: [50], timeout: 30_000 });
    await expect.poll(() => picture(page), name).toEqual(before);
  }
});

test('in every game with hints one is played, taken back, redone and shared', async ({ page, browser }) => {
  for (const { name, verbs } of await games(page)) {
    if (!verbs.includes('hint')) continue;
    await page.goto(`/#/${name}`);
    await ready(page, name);
    if (await page.locator('.panel select').isVisible()) await page.locator('.panel select').selectOption('');
    await tool(page, 'hint').click();
    await expect(page.locator('.note p').first()).toBeVisible();
    await expect(page.locator('.note .busy')).toHaveCount(0, { timeout: 30_000 });
    if ((await tool(page, 'play-hint').count()) === 0) continue;
    await tool(page, 'play-hint').click();
    await expect(table(page)).not.toHaveAttribute('data-steps', '0');
    // Where a computer player of the position answers, undo and redo take its move with them: that is tested elsewhere.
    if (await table(page).evaluate((one) => one.classList.contains('waiting') || one.dataset.steps !== '1')) continue;
    const played = await picture(page);
    await tool(page, 'undo').first().click();
    await steps(page, 0);
    await tool(page, 'redo').click();
    await steps(page, 1);
    const other = await follow(page, browser, name);
    await expect(table(other)).not.toHaveAttribute('data-steps', '0');
    // A computer player may sit at the other table already, and answer.
    if (
      (await table(other).getAttribute('data-steps')) === '1' &&
      !(await table(other).evaluate((one) => one.classList.contains('waiting')))
    ) {
      expect(await picture(other), name).toEqual(played);
    }
    await other.context().close();
  }
});

test('in every game a puzzle is made from the form of its options', async ({ page }) => {
  for (const { name } of await games(page)) {
    await page.goto(`/#/${name}`);
    await ready(page, name);
    const before = await table(page).getAttribute('data-puzzle');
    await page.locator('.more [data-tool="new"]').click();
    await page.getByText('A setup of your own').click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.locator('dialog')).toHaveCount(0, { timeout: 30_000 });
    expect(await table(page).getAttribute('data-puzzle')).not.toBe(before);
    await steps(page, 0);
  }
});

test('a hint marks its cells', async ({ page }) => {
  await open(page, 'kami:square,1,2,0,3,-,112/332');
  await tool(page, 'hint').click();
  await expect(page.locator('.sign.hint').first()).toBeAttached();
  await expect(mark(page, 'hint')).toHaveCount(0);
});
