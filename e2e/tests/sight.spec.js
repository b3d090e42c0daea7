// What people see, and what screen readers are told: axe on every screen, light and dark; colours that are not alone.

import AxeBuilder from '@axe-core/playwright';
import { PUZZLES, cell, expect, open, steps, table, test, tool } from './page.js';

async function clean(page, what, within = 'html') {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  expect(violations.map((one) => `${what}: ${one.id} at ${one.nodes.slice(0, 3).map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

for (const colorScheme of ['light', 'dark']) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the front door has no violations', async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('.card')).toHaveCount(5);
      await expect(page.locator('azulejo-miniature svg')).toHaveCount(5);
      await clean(page, 'home');
    });

    for (const [game, id] of Object.entries(PUZZLES)) {
      test(`${game} has no violations, with a hint shown`, async ({ page }) => {
        await open(page, id);
        if (game === 'switcher') await expect(table(page)).toHaveAttribute('data-dealt', '0');
        await tool(page, 'hint').click();
        await expect(page.locator('.note p').first()).toBeVisible();
        await expect(page.locator('.note .busy')).toHaveCount(0);
        await clean(page, game);
      });
    }

    for (const name of ['new', 'open', 'share', 'export', 'settings', 'help']) {
      test(`the dialog ${name} has no violations`, async ({ page }) => {
        await open(page, PUZZLES.flow);
        await page.locator(`:is(.more, .bar) [data-tool="${name}"]`).click();
        await expect(page.locator('dialog')).toBeVisible();
        await expect(page.locator('dialog .busy:visible')).toHaveCount(0);
        if (name === 'open') await page.getByRole('button', { name: 'Edit by hand' }).click();
        if (name === 'new') await page.getByText('A setup of your own').click();
        await clean(page, name, 'dialog');
      });
    }
  });
}

test('without colour, letters and patterns still tell tiles apart', async ({ page }, info) => {
  await page.addInitScript(() => localStorage.setItem('azulejo.settings', JSON.stringify({ patterns: true })));
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
  for (const game of ['kami', 'switcher', 'blocky']) {
    await open(page, PUZZLES[game]);
    await page.locator('azulejo-board').screenshot({ path: info.outputPath(`${game}-without-colour.png`) });
    const tiles = await page.locator('azulejo-board').evaluate((board) =>
      [...board.querySelectorAll('[data-cell]')].map((tile) => {
        // The directions of the hatching are the pattern.
        const strokes = [...tile.querySelectorAll('path[stroke]')].map((path) => {
          const [, x, y, u, v] = path.getAttribute('d').match(/M(\S+) (\S+)L(\S+) (\S+?)(?:M|$)/) ?? [];
          return Math.round(((Math.atan2(v - y, u - x) * 180) / Math.PI + 360) % 180);
        });
        return { fill: tile.firstElementChild.getAttribute('fill'), letter: tile.querySelector('text').textContent, pattern: strokes.sort().join(' ') };
      }));
    const by = (key) => new Map(tiles.map((tile) => [tile.fill, tile[key]]));
    for (const key of ['letter', 'pattern']) {
      const signs = by(key);
      expect(new Set(signs.values()).size, `${game}: ${key} for each colour`).toBe(signs.size);
      expect(tiles.every((tile) => tile[key] === signs.get(tile.fill)), `${game}: one ${key} a colour`).toBe(true);
    }
  }
});

test('Flow: dots carry letters, lines are spoken', async ({ page }) => {
  await open(page, 'flow:A../BBA');
  await expect(cell(page, 'A1')).toHaveAttribute('aria-label', 'A1, dot A');
  await page.mouse.move(0, 0);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('azulejo-board svg')).toHaveAttribute('role', 'grid');
  await expect(page.locator('azulejo-board [role="row"]')).toHaveCount(2);
  await expect(page.locator('azulejo-board [tabindex="0"]')).toHaveCount(1);
});

test('theme, palette, letters and edges follow the settings at once', async ({ page }) => {
  await open(page, PUZZLES.kami);
  const fill = () => cell(page, 'A1').locator('path').first().getAttribute('fill');
  const before = await fill();
  await page.locator('.bar [data-tool="settings"]').click();
  await page.getByLabel('Colours').selectOption('azulejo');
  await expect.poll(fill).not.toBe(before);
  await page.getByLabel('Theme').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Letters on tiles').uncheck();
  await expect(cell(page, 'A1').locator('text')).toBeHidden();
  await steps(page, 0);
});
