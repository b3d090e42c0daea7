// The page on a plain host: no server answers, and after one visit no network is needed; a new version replaces the old one.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { host } from './site.js';
import { WINS } from './wins.js';

const test = base.extend({
  site: async ({ browserName: _ }, use, info) => {
    const site = await host(info.testId);
    await use(site);
    await site.close();
  },
});
test.use({ contextOptions: { reducedMotion: 'reduce' }, locale: 'en-GB' });
test.skip(!process.env.AZULEJO_SITE, 'the games were not built for browsers');

/** The first visit, until everything is kept. */
async function visit(page, address) {
  await page.addInitScript(() => {
    const learned = { kami: true, flow: true, switcher: true, blocky: true, tetris: true };
    if (!localStorage.getItem('azulejo.settings')) localStorage.setItem('azulejo.settings', JSON.stringify({ learned }));
  });
  await page.goto(address);
  await expect(page.locator('.card')).not.toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator('html')).toHaveAttribute('data-offline', 'kept', { timeout: 30_000 });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), { timeout: 30_000 }).toBe(true);
}

test('after one visit every game is played, hinted and won without a network', async ({ page, site }) => {
  test.setTimeout(120_000);
  await visit(page, site.address);
  await site.close();
  await page.context().setOffline(true);
  for (const [game, { id }] of Object.entries(WINS)) {
    await page.goto(`${site.address}#/${game}/${encodeURIComponent(id)}`);
    await page.reload();
    const table = page.locator('azulejo-game');
    await expect(table).toHaveAttribute('data-puzzle', id, { timeout: 30_000 });
    for (let count = 0; count < 8 && (await table.getAttribute('data-state')) === 'playing'; count += 1) {
      await page.locator('[data-tool="hint"]').click();
      await expect(page.locator('.note .busy')).toHaveCount(0, { timeout: 30_000 });
      const steps = await table.getAttribute('data-steps');
      await page.locator('[data-tool="play-hint"]').click();
      await expect(table).not.toHaveAttribute('data-steps', steps ?? '');
    }
    await expect(table, game).toHaveAttribute('data-state', 'won');
    await expect(page.locator('dialog.won')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('a new version replaces the old one by itself', async ({ page, site }) => {
  await visit(page, site.address);
  const claim = page.locator('.hero .words p').first();
  await expect(claim).toContainText('Games of coloured tiles');
  const [words, worker] = [join(site.folder, 'lang/en.json'), join(site.folder, 'offline.js')];
  await writeFile(words, (await readFile(words, 'utf8')).replace('Games of coloured tiles', 'Games of new tiles'));
  await writeFile(worker, (await readFile(worker, 'utf8')).replace(/VERSION = '\w+'/, "VERSION = 'next'"));
  await page.reload();
  // The old version is there at once; the new one is fetched beside it, and taken up with the next visit at the latest.
  await expect
    .poll(
      async () => {
        const waiting = await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
        if (waiting) await page.reload();
        return claim.textContent();
      },
      { timeout: 30_000 },
    )
    .toContain('Games of new tiles');
  expect(await page.evaluate(() => caches.keys())).toEqual(['azulejo-next']);
});
