// Learning by doing: whoever comes for the first time is shown where to touch, and can skip it or have it again.

import { expect, games, middle, on, ready, table, test, tool } from './page.js';

test.use({ mode: 'new' });

test('every lesson is played to its end, where a puzzle begins; the next visit goes straight to one', async ({ page }) => {
  test.setTimeout(180_000);
  for (const { name, lesson } of await games(page)) {
    if (!lesson) continue;
    await page.goto(`/#/${name}`);
    await ready(page, name);
    await expect(table(page)).toHaveClass(/learning/);
    for (const [index, { say, touch }] of lesson.steps.entries()) {
      await expect(page.locator('.note p'), `${name} ${index}`).toHaveText(new RegExp(say.text.slice(1).replace(/[?.]/g, '.')));
      await expect(page.locator('.sign.pulse, .controls .lit').first()).toBeAttached();
      if (touch.length === 1) await on(page, touch[0]).first().click();
      else {
        await page.mouse.move(...(await middle(page, touch[0])));
        await page.mouse.down();
        for (const handle of touch.slice(1)) await page.mouse.move(...(await middle(page, handle)), { steps: 3 });
        await page.mouse.up();
      }
    }
    await tool(page, 'begin-playing').click();
    await expect(table(page)).not.toHaveClass(/learning/);
    await expect(table(page)).toHaveAttribute('data-steps', '0');
    await page.goto('/#/');
    await page.goto(`/#/${name}`);
    await ready(page, name);
    await expect(table(page)).not.toHaveClass(/learning/);
  }
});

test('nothing but what is asked for can be touched, it can be skipped, and had again from the rules with their pictures', async ({
  page,
}) => {
  const { name, lesson } = (await games(page)).findLast((one) => one.lesson);
  await page.goto(`/#/${name}`);
  await ready(page, name);
  const asked = lesson.steps[0].touch[0];
  const others = await page.locator('azulejo-game [data-handle]').evaluateAll((all) => all.map((one) => one.dataset.handle));
  await on(
    page,
    others.find((one) => one !== asked),
  )
    .first()
    .click();
  await expect(page.locator('.dots .done')).toHaveCount(0);
  await tool(page, 'skip').click();
  await expect(table(page)).not.toHaveClass(/learning/);
  await page.locator('.bar [data-tool="help"]').click();
  await expect(page.locator('.taught svg')).toHaveCount(lesson.steps.length);
  await page.locator('dialog [data-tool="learn"]').click();
  await expect(table(page)).toHaveClass(/learning/);
});
