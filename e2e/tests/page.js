// What the tests share: opening a puzzle, waiting for a state, reading the board.

import { test as base, expect } from '@playwright/test';

/** Begins with these settings, unless something was chosen. */
function choose(settings) {
  const key = 'azulejo.settings';
  localStorage.setItem(key, JSON.stringify({ ...settings, ...JSON.parse(localStorage.getItem(key) ?? '{}') }));
}

/** Somebody who knows the games. */
const learned = () => Object.fromEntries(Object.keys(PUZZLES).map((name) => [name, true]));
const analyst = () => ({ mode: 'analyse', palette: 'default', learned: learned() });

/** A page that must not complain, must not ask anybody else, and does not make tests wait for animations. */
export const test = base.extend({
  mode: ['analyse', { option: true }],
  // Who answers: the server, or the games in the browser.
  answers: ['server', { option: true }],
  page: async ({ page, baseURL, mode, answers }, use) => {
    const complaints = [];
    // A refusal (422) is an answer, and some tests cut the line; everything else in the console is a fault.
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 422|ERR_FAILED/.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(baseURL).origin) complaints.push(`asked ${origin}`);
    });
    // Most tests look at everything there is to see, as one does when analysing; those of playing say so.
    if (mode === 'analyse') await page.addInitScript(choose, analyst());
    if (mode === 'play') await page.addInitScript(choose, { learned: learned() });
    // As a server answers that was built without them.
    if (answers === 'server') await page.route('**/wasm/*', (route) => route.fulfill({ status: 204 }));
    await use(page);
    expect(complaints, 'the page complained').toEqual([]);
  },
});
test.use({ contextOptions: { reducedMotion: 'reduce' }, locale: 'en-GB' });

export { expect };

export const PUZZLES = {
  kami: 'kami:square,1,4,0,3,-,333332/111111/233332/111111/223333/111111',
  flow: 'flow@2:5x5#3',
  switcher: 'switcher:2p#12',
  blocky: 'blocky:d2,t3,blob,human#6',
  tetris: 'tetris:6x12#4',
};

export const address = (id) => `/#/${id.split(/[@:#]/)[0]}/${encodeURIComponent(id)}`;

/** Opens a puzzle and waits until it can be played. */
export async function open(page, id) {
  await page.goto(address(id));
  await expect(page.locator('azulejo-game')).toHaveAttribute('data-puzzle', id);
  await ready(page, id.split(/[@:#]/)[0]);
}

export async function ready(page, game) {
  await expect(page.locator(`azulejo-game[data-game="${game}"] .frame .cells path`).first()).toBeVisible();
}

/** The games of the server, whatever they are. */
export const games = async (page) => (await (await page.request.get('/api/v1/games')).json()).games;

export const table = (page) => page.locator('azulejo-game');
export const steps = (page, count) => expect(table(page)).toHaveAttribute('data-steps', String(count));
export const state = (page, name) => expect(table(page)).toHaveAttribute('data-state', name);
/** Anything that can be touched: a cell, a card, a button. */
export const on = (page, handle) => page.locator(`azulejo-game [data-handle="${handle}"]`);
export const cells = (page) => page.locator('azulejo-game .frame [role="gridcell"]');
export const tool = (page, name) => page.locator(`azulejo-game [data-tool="${name}"]`);
/** A mark that the server has drawn on the main board. */
export const mark = (page, kind) => page.locator(`azulejo-game .frame .mark.${kind}`);

/** The board as one comparable value: every tile with its colour, what is written on them, and the lines over them. */
export const picture = (page) =>
  page.locator('azulejo-game .frame azulejo-board').evaluate((board) => {
    const all = (selector, told) => [...board.querySelectorAll(selector)].map(told).sort();
    const color = (one) => one.getAttribute('data-color') ?? one.closest('[data-color]')?.getAttribute('data-color');
    return [
      ...all('.cells path:not(.pattern)', (tile) => `${tile.getAttribute('d')} ${color(tile)}`),
      ...all('.letters text', (text) => text.textContent),
      ...all('.paths path', (path) => `${path.getAttribute('d')} ${color(path)}`),
    ];
  });

/** Asks the server, as a second opinion. */
export async function ask(page, game, verb, question) {
  const answer = await page.request.post(`/api/v1/games/${game}/${verb}`, { data: question });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** The middle of what has a handle on the screen. */
export async function middle(page, handle) {
  // A board that is being drawn anew has no boxes for a moment.
  let box = null;
  while (box === null) box = await on(page, handle).boundingBox();
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
  await other.addInitScript(choose, analyst());
  await other.goto(link);
  await ready(other, game);
  return other;
}
