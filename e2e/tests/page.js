// What the tests share: opening a puzzle, waiting for a state, reading the board.

import { expect, test as base } from '@playwright/test';

/** A page that must not complain, must not ask anybody else, and does not make tests wait for animations. */
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const complaints = [];
    // A refusal (422) is an answer, and some tests cut the line; everything else in the console is a fault.
    page.on('console', (message) => message.type() === 'error' && !/status of 422|ERR_FAILED/.test(message.text()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(baseURL).origin) complaints.push(`asked ${origin}`);
    });
    await use(page);
    expect(complaints, 'the page complained').toEqual([]);
  },
});
test.use({ contextOptions: { reducedMotion: 'reduce' }, locale: 'en-GB' });

export { expect };

export const PUZZLES = {
  kami: 'kami:square,1,4,0,3,-,333332/111111/233332/111111/223333/111111',
  flow: 'flow:5x5#3',
  switcher: 'switcher:2p#12',
  blocky: 'blocky:d2,t3,blob,human#6',
  tetris: 'tetris:6x12#4',
};

export const address = (id) => `/#/${id.split(/[:#]/)[0]}/${encodeURIComponent(id)}`;

/** Opens a puzzle and waits until it can be played. */
export async function open(page, id) {
  await page.goto(address(id));
  await expect(page.locator('azulejo-game')).toHaveAttribute('data-puzzle', id);
  await ready(page, id.split(/[:#]/)[0]);
}

export async function ready(page, game) {
  await expect(page.locator(`azulejo-game[data-game="${game}"] [data-cell]`).first()).toBeVisible();
}

export const table = (page) => page.locator('azulejo-game');
export const steps = (page, count) => expect(table(page)).toHaveAttribute('data-steps', String(count));
export const state = (page, name) => expect(table(page)).toHaveAttribute('data-state', name);
export const cell = (page, name) => page.locator(`azulejo-board [data-cell="${name}"]`);
export const tool = (page, name) => page.locator(`azulejo-game [data-tool="${name}"]`);

/** The board as one comparable value: every cell with its colour and words, and what is drawn over it. */
export const picture = (page) =>
  page.locator('azulejo-board').evaluate((board) => {
    const cells = [...board.querySelectorAll('[data-cell]')];
    const over = [...board.querySelectorAll('.over path')].map((path) => `${path.getAttribute('d')} ${path.getAttribute('stroke')}`);
    return [...cells.map((one) => `${one.getAttribute('data-cell')} ${one.firstElementChild.getAttribute('fill')} ${one.textContent.trim()}`).sort(), ...over.sort()];
  });

/** Asks the server, as a second opinion. */
export async function ask(page, game, what, body) {
  const answer = await page.request.post(`/api/v1/games/${game}/${what}`, { data: body });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** The middle of a cell on the screen. */
export async function middle(page, name) {
  const box = await cell(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Draws with the mouse from cell to cell. */
export async function drag(page, ...names) {
  await page.mouse.move(...(await middle(page, names[0])));
  await page.mouse.down();
  for (const name of names.slice(1)) await page.mouse.move(...(await middle(page, name)), { steps: 3 });
  await page.mouse.up();
}

/** Opens the share dialog, takes its link to a fresh browser, and gives the page there. */
export async function follow(page, browser, game) {
  await tool(page, 'share').first().click();
  const link = await page.locator('dialog [data-tool="link"]').inputValue();
  await page.keyboard.press('Escape');
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  const other = await context.newPage();
  await other.goto(link);
  await ready(other, game);
  return other;
}
