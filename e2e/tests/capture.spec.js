// Puzzles from a window that is shared: chromium shares the tab that shows them, as a person would choose it.

import { readFile } from 'node:fs/promises';
import { expect, open, PUZZLES, test, tool } from './page.js';

const TITLE = 'Puzzles to be read';

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...launchOptions.args, `--auto-select-tab-capture-source-by-title=${TITLE}`] }),
});

/** A tab that shows a puzzle at a time, and another one whenever its button is pressed. */
async function show(context, baseURL, ids) {
  const tab = await context.newPage();
  const pictures = [];
  for (const id of ids) {
    const { position } = await (await tab.request.post(`${baseURL}/api/v1/games/flow/play`, { data: { puzzle: id } })).json();
    const asked = { position, format: 'png', draw: { size: 64 } };
    const picture = await tab.request.post(`${baseURL}/api/v1/games/flow/picture`, { data: asked });
    pictures.push(`data:image/png;base64,${(await picture.body()).toString('base64')}`);
  }
  await tab.setContent(`<title>${TITLE}</title><img alt=""><p><button>next</button>`);
  await tab.evaluate((all) => {
    const [image, button] = [document.querySelector('img'), document.querySelector('button')];
    let at = 0;
    image.src = all[0];
    button.onclick = () => {
      image.src = all[++at];
    };
  }, pictures);
  return tab;
}

test('puzzles are read one after another from a window that is shared, and kept', async ({ page, context, baseURL }) => {
  const ids = ['flow@2:5x5#31', 'flow@2:6x6#32', 'flow@2:7x7#33'];
  const tab = await show(context, baseURL, ids);
  await page.bringToFront();
  await open(page, PUZZLES.flow);
  await tool(page, 'open').click();
  await page.locator('[data-tool="capture"]').click();
  await page.locator('[data-tool="share-screen"]').click();
  const read = page.locator('dialog .captured li');
  for (let count = 1; count <= ids.length; count++) {
    await expect(read).toHaveCount(count, { timeout: 30_000 });
    if (count < ids.length) await tab.evaluate(() => document.querySelector('button').click());
  }
  await page.locator('[data-tool="stop-screen"]').click();
  await expect(page.locator('dialog [role="status"]')).toHaveText('The sharing has ended: 3 puzzles read');
  const saved = page.waitForEvent('download');
  await page.locator('[data-tool="save-captured"]').click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n');
  const grids = [];
  for (const id of ids) {
    const answer = await page.request.post('/api/v1/games/flow/generate', {
      data: { options: { size: id.slice(7, 10), seed: Number(id.slice(11)) } },
    });
    grids.push(`flow:${(await answer.json()).puzzles[0].grid.join('/')}`);
  }
  // Colours have no order in a picture: labels are compared by the place of their first dot.
  const named = (grid) => {
    const labels = [...new Set(grid.replace(/^flow:/, '').match(/[A-Za-z]/g))];
    return grid.replace(/^flow:/, '').replace(/[A-Za-z]/g, (label) => String.fromCharCode(65 + labels.indexOf(label)));
  };
  expect(lines.map(named)).toEqual(grids.map(named));
  await read.last().locator('button').click();
  await expect(page.locator('azulejo-game')).toHaveAttribute('data-puzzle', lines[2]);
});
