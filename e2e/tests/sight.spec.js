// What people see, and what screen readers are told: axe on every screen, light and dark; colours that are not alone.

import AxeBuilder from '@axe-core/playwright';
import { expect, games, on, open, PUZZLES, steps, test, tool } from './page.js';

async function clean(page, what, within = 'html') {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  expect(
    violations.map(
      (one) =>
        `${what}: ${one.id} at ${one.nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(', ')}`,
    ),
  ).toEqual([]);
}

for (const colorScheme of ['light', 'dark']) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the front door has no violations', async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('azulejo-miniature svg')).toHaveCount((await games(page)).length, { timeout: 30_000 });
      await clean(page, 'home');
    });

    for (const [game, id] of Object.entries(PUZZLES)) {
      test(`${game} has no violations, with a hint shown`, async ({ page }) => {
        await open(page, id);
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
        if (name === 'new') await page.getByText('A setup of your own').click();
        await clean(page, name, 'dialog');
      });
    }
  });
}

test('without colour, letters and patterns still tell tiles apart', async ({ page }, info) => {
  await page.addInitScript(() => localStorage.setItem('azulejo.settings', JSON.stringify({ patterns: true, mode: 'analyse' })));
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setEmulatedVisionDeficiency', { type: 'achromatopsia' });
  for (const game of ['kami', 'switcher', 'blocky']) {
    await open(page, PUZZLES[game]);
    await page.locator('.frame azulejo-board').screenshot({ path: info.outputPath(`${game}-without-colour.png`) });
    const tiles = await page.locator('.frame azulejo-board').evaluate((board) => {
      const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
      const inside = ([x, y], box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
      // Letters of one ink are one element; each has its own place.
      const letters = [...board.querySelectorAll('.letters text')].flatMap((text) =>
        [...text.textContent].map((letter, index) => {
          const box = text.getExtentOfChar(index);
          const corner = new DOMPoint(...middle(box)).matrixTransform(text.getScreenCTM());
          return { letter, at: [corner.x, corner.y] };
        }),
      );
      // The directions of the hatching, within each tile, are the pattern.
      const strokes = [...board.querySelectorAll('.cells .pattern')].flatMap((path) => {
        const matrix = path.getScreenCTM();
        return [...path.getAttribute('d').matchAll(/M[^M]+/g)].map(([piece]) => {
          const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
          line.setAttribute('d', piece);
          const ends = [0, line.getTotalLength()].map((length) => line.getPointAtLength(length).matrixTransform(matrix));
          const angle = Math.round(((Math.atan2(ends[1].y - ends[0].y, ends[1].x - ends[0].x) * 180) / Math.PI + 360) % 180);
          return { angle, at: [(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2] };
        });
      });
      return [...board.querySelectorAll('.cells [data-handle]')].map((tile) => {
        const box = tile.getBoundingClientRect();
        const angles = strokes.filter(({ at }) => inside(at, box)).map(({ angle }) => angle);
        return {
          fill: tile.getAttribute('fill'),
          letter: letters.find(({ at }) => inside(at, box))?.letter,
          pattern: [...new Set(angles)].sort().join(' '),
        };
      });
    });
    const by = (key) => new Map(tiles.map((tile) => [tile.fill, tile[key]]));
    for (const key of ['letter', 'pattern']) {
      const signs = by(key);
      expect(new Set(signs.values()).size, `${game}: ${key} for each colour`).toBe(signs.size);
      expect(
        tiles.every((tile) => tile[key] === signs.get(tile.fill)),
        `${game}: one ${key} a colour`,
      ).toBe(true);
    }
  }
});

test('a board is a grid with one way in, and its cells are spoken of', async ({ page }) => {
  await open(page, 'flow:A../BBA');
  await expect(on(page, 'A1')).toHaveAttribute('aria-label', /A1.*A/);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.frame [role="grid"]')).toHaveCount(1);
  await expect(page.locator('.frame [role="row"]')).toHaveCount(2);
  await expect(page.locator('.frame [tabindex="0"]')).toHaveCount(1);
});

test('theme, palette, letters and edges follow the settings at once', async ({ page }) => {
  await open(page, PUZZLES.kami);
  const fill = () => on(page, 'A1').getAttribute('fill');
  const before = await fill();
  await page.locator('.bar [data-tool="settings"]').click();
  await page.getByRole('combobox', { name: /^Colours/ }).selectOption('azulejo');
  await expect.poll(fill).not.toBe(before);
  await page.getByLabel('Theme').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const [label, layer] of [
    ['Letters on tiles', 'letters'],
    ['Names at the edge', 'axes'],
  ]) {
    await expect(page.locator(`.frame .${layer}`).first()).toBeAttached();
    await page.getByLabel(label).uncheck();
    await expect(page.locator(`.frame .${layer}`)).toHaveCount(0);
  }
  await steps(page, 0);
});
