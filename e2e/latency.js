// How long the page takes by WebAssembly, in Chromium: from a gesture to the painted answer, and for a hint.
// `AZULEJO_SITE=target/site node e2e/latency.js`

import { chromium } from '@playwright/test';
import { host } from './tests/site.js';

const REPEATS = 30;
const site = await host('latency');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(site.address);
await page.evaluate(async () => {
  const games = (await import('/js/api.js')).games;
  const learned = Object.fromEntries((await games()).games.map(({ name }) => [name, true]));
  localStorage.setItem('azulejo.settings', JSON.stringify({ learned }));
});
const names = await page.evaluate(async () => (await (await import('/js/api.js')).games()).games.map(({ name }) => name));
const quantile = (all, part) => all.toSorted((one, other) => one - other)[Math.min(all.length - 1, Math.floor(all.length * part))];
const shown = (all) => `${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.95).toFixed(1)}`;
console.log(`game: move p50 / p95 ms, without the frame it waits for; hint p50 / p95 ms (${REPEATS} each)`);
for (const name of names) {
  await page.goto(`${site.address}#/${name}`);
  await page.reload();
  await page.waitForSelector(`azulejo-game[data-game="${name}"] .frame .cells path`);
  const { moves, hints } = await page.evaluate(async (repeats) => {
    const table = document.querySelector('azulejo-game');
    const { ask } = await import('/js/api.js');
    const results = { moves: [], hints: [] };
    const { position } = table.view;
    for (let count = 0; count < repeats; count += 1) {
      const begun = performance.now();
      const { move } = await ask(table.info.name, 'hint', { position: table.view.position, limits: { time_ms: 10000 } });
      results.hints.push(performance.now() - begun);
      const { moves: legal } = await ask(table.info.name, 'moves', { position: table.view.position });
      const next = move ?? legal[0];
      if (table.view.state !== 'playing' || !next || table.view.bot) break;
      // As a hand's gesture does: the question, the answer, the pictures in place, the layout made.
      const from = performance.now();
      await table.play([typeof next === 'string' ? next : next.move]);
      table.board.getBoundingClientRect();
      results.moves.push(performance.now() - from);
      await table.undo();
      if (table.view.position !== position && table.steps.length > 0) break;
    }
    return results;
  }, REPEATS);
  console.log(`${name}: ${moves.length ? shown(moves) : '-'}; ${hints.length ? shown(hints) : '-'} (${moves.length}, ${hints.length})`);
}
await browser.close();
await site.close();
