// Every game is won by pointer, by finger and by keys, in the browser's own games as over HTTP.

import { devices } from '@playwright/test';
import { expect, middle, on, open, state, table, test } from './page.js';
import { byKeys, WINS } from './wins.js';

const { defaultBrowserType, ...phone } = devices['Pixel 7'];

/** Waits until what was done is shown. */
const settled = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 120)));

async function won(page) {
  await state(page, 'won');
  await expect(page.locator('dialog.won')).toBeVisible();
}

for (const answers of ['server', 'here']) {
  test.describe(`answers from the ${answers === 'here' ? 'browser' : 'server'}`, () => {
    test.skip(answers === 'here' && !process.env.AZULEJO_SITE, 'the games were not built for browsers');
    test.use({ mode: 'play', answers });

    async function begin(page, id) {
      await open(page, id);
      await expect(page.locator('html')).toHaveAttribute('data-games', answers === 'here' ? 'here' : 'server', { timeout: 30_000 });
    }

    for (const [game, { id, touch, keys }] of Object.entries(WINS)) {
      test(`${game} is won by pointer`, async ({ page }) => {
        await begin(page, id);
        for (const step of touch) {
          const [first, ...rest] = step.split('-');
          if (rest.length === 0) await on(page, first).first().click();
          else {
            await page.mouse.move(...(await middle(page, first)));
            await page.mouse.down();
            for (const name of rest) await page.mouse.move(...(await middle(page, name)), { steps: 3 });
            await page.mouse.up();
          }
          await settled(page);
        }
        await won(page);
      });

      test(`${game} is won by keys`, async ({ page }) => {
        await begin(page, id);
        await page.locator('azulejo-game .frame [tabindex="0"]').first().focus();
        const at = () => page.evaluate(() => document.activeElement?.getAttribute('data-handle') ?? '');
        const press = async (key) => {
          await page.keyboard.press(key);
          await settled(page);
        };
        await byKeys(keys, { press, at });
        await won(page);
      });
    }
  });
}

test.describe('a phone', () => {
  test.use({ ...phone, mode: 'play' });
  for (const [game, { id, touch }] of Object.entries(WINS)) {
    test(`${game} is won by finger`, async ({ page }) => {
      await open(page, id);
      const client = await page.context().newCDPSession(page);
      const send = async (type, name) => {
        const touchPoints = [];
        if (name) {
          const [x, y] = await middle(page, name);
          touchPoints.push({ x, y });
        }
        await client.send('Input.dispatchTouchEvent', { type, touchPoints });
      };
      for (const step of touch) {
        const [first, ...rest] = step.split('-');
        if (rest.length === 0) await on(page, first).first().tap();
        else {
          await send('touchStart', first);
          for (const name of rest) await send('touchMove', name);
          await send('touchEnd');
        }
        await settled(page);
      }
      await won(page);
      await expect(table(page)).toBeVisible();
    });
  }
});
