// How long the page takes by WebAssembly, in Chromium: from a gesture to the answer in place, and for a hint, on the usual preset of
// each game. `AZULEJO_SITE=target/site node e2e/latency.js`
//
// On a machine that others use, the CPU time is the figure to trust: what the page's own thread takes a move (scripts, styles and
// layout, by the browser's count), and what the module takes a question (here in node, by the process's).

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { host } from './tests/site.js';

const REPEATS = 40;
const site = await host('latency');
const quantile = (all, part) => all.toSorted((one, other) => one - other)[Math.min(all.length - 1, Math.floor(all.length * part))];
const shown = (all) => (all.length > 0 ? `${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.95).toFixed(1)}` : '-');

/** The module alone: CPU milliseconds of a hint, and of the answer to a move with its pictures. */
const azulejo = await import(join(site.folder, 'wasm/azulejo.js'));
azulejo.initSync({ module: await readFile(join(site.folder, 'wasm/azulejo_bg.wasm')) });
const ask = (game, task, question) => JSON.parse(azulejo.ask(JSON.stringify({ game, task, ...question })));
function costs(repeats, work) {
  work();
  const begun = process.cpuUsage();
  for (let count = 0; count < repeats; count += 1) work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / repeats;
}
function alone({ name, setups: [{ setup }] }) {
  const puzzle = `${name}${setup ? `:${setup}` : ''}#7`;
  const { position, ui } = ask(name, 'play', { puzzle, draw: {} });
  const { move } = ask(name, 'hint', { position });
  const options = { ui, gestures: [{ act: 'leave', on: '' }] };
  const played = costs(200, () => ask(name, 'gesture', { position, moves: move ? [move] : [], options, draw: { theme: 'light' } }));
  return { played, hinted: costs(5, () => ask(name, 'hint', { position })) };
}

const launchOptions = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] };
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const { games } = JSON.parse(azulejo.games());
await page.addInitScript((known) => localStorage.setItem('azulejo.settings', JSON.stringify({ learned: known })), {
  ...Object.fromEntries(games.map(({ name }) => [name, true])),
});
const client = await page.context().newCDPSession(page);
await client.send('Performance.enable', { timeDomain: 'threadTicks' });
const busy = async () => (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;

console.log('         wall ms, p50 / p95       CPU ms, mean');
console.log('         move         hint        page + module = move   hint');
for (const game of games) {
  const { name, setups } = game;
  await page.goto(`${site.address}#/${name}/${encodeURIComponent(`${name}${setups[0].setup ? `:${setups[0].setup}` : ''}#7`)}`);
  await page.reload();
  await page.waitForSelector(`azulejo-game[data-game="${name}"] .frame .cells path`);
  await page.waitForFunction(() => document.documentElement.dataset.games === 'here');
  const hints = await page.evaluate(async (repeats) => {
    const table = document.querySelector('azulejo-game');
    const { ask } = await import('/js/api.js');
    const all = [];
    for (let count = 0; count < repeats; count += 1) {
      const begun = performance.now();
      window.hinted = await ask(table.info.name, 'hint', { position: table.view.position, limits: { time_ms: 10000 } });
      all.push(performance.now() - begun);
    }
    return all;
  }, REPEATS / 4);
  const before = await busy();
  const moves = await page.evaluate(async (repeats) => {
    const table = document.querySelector('azulejo-game');
    const all = [];
    const { move } = window.hinted;
    for (let count = 0; move && count < repeats; count += 1) {
      const begun = performance.now();
      // What a gesture does: the question, the answer, the pictures in their places, the layout.
      await table.play([move]);
      table.board.getBoundingClientRect();
      all.push(performance.now() - begun);
      await table.undo();
    }
    return all;
  }, REPEATS);
  // Half of it was undoing.
  const own = moves.length > 0 ? ((await busy()) - before) / moves.length / 2 : 0;
  const { played, hinted } = alone(game);
  const cpu = `${own.toFixed(1)} + ${played.toFixed(1)} = ${(own + played).toFixed(1)}`;
  console.log(`${name.padEnd(8)} ${shown(moves).padEnd(12)} ${shown(hints).padEnd(12)} ${cpu.padEnd(22)} ${hinted.toFixed(1)}`);
}
await browser.close();
await site.close();
