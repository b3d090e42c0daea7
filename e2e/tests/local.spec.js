// The games in the browser answer as the server does, at once, and what takes long can be broken off.

import { expect, games, open, PUZZLES, test } from './page.js';

test.use({ answers: 'here', mode: 'play' });
test.skip(!process.env.AZULEJO_SITE, 'the games were not built for browsers');

const here = (page) => expect(page.locator('html')).toHaveAttribute('data-games', 'here', { timeout: 30_000 });

test('the same question gives the same report over HTTP and by WebAssembly, in every game', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/');
  await here(page);
  const { games: known } = await (await page.request.get('/api/v1/verbs')).json();
  let compared = 0;
  for (const { name, verbs } of known) {
    const puzzle = PUZZLES[name];
    if (!puzzle) continue;
    const questions = verbs
      .filter(({ options }) => (options.required ?? []).every((one) => one === 'gestures'))
      .map(({ name: verb, puzzle: needs, options }) => {
        const own = options.properties ?? {};
        const chosen = { ...('seed' in own && { seed: 7 }), ...('gestures' in own && { gestures: [{ act: 'tap', on: 'A1' }] }) };
        for (const [option, least] of Object.entries({ games: 1, number: 1, turns: 2, depth: 1 })) {
          if (option in own && own[option].type === 'integer') chosen[option] = least;
        }
        return { verb, question: { ...(needs && { puzzle }), options: chosen, limits: { nodes: 5000 }, draw: { theme: 'light' } } };
      });
    const pairs = await page.evaluate(
      async ([game, all]) => {
        const { http } = await import('/js/http.js');
        const { local } = await import('/js/local.js');
        const games = await local();
        const told = (answer) => answer.catch((error) => ({ refused: error.message }));
        const results = [];
        for (const { verb, question } of all) {
          results.push([verb, await told(http.ask(game, verb, question)), await told(games.ask(game, verb, question))]);
        }
        return results;
      },
      [name, questions],
    );
    const timeless = (report) => JSON.parse(JSON.stringify(report, (key, value) => (/elapsed|_ms$|_per_second$/.test(key) ? 0 : value)));
    for (const [verb, remote, own] of pairs) {
      expect(timeless(own), `${name} ${verb}`).toEqual(timeless(remote));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(50);
});

test('games, verbs and the puzzles of a day are the same', async ({ page }) => {
  await page.goto('/');
  const [remote, own] = await page.evaluate(async () => {
    const { http } = await import('/js/http.js');
    const { local } = await import('/js/local.js');
    const all = async (transport) => [await transport.games(), await transport.verbs(), await transport.daily()];
    return [await all(http), await all(await local())];
  });
  expect(own).toEqual(remote);
});

test('a server that goes away is not missed', async ({ page }) => {
  await open(page, PUZZLES.kami);
  await here(page);
  await page.route('**/api/**', (route) => route.abort());
  await page.locator('azulejo-game [data-tool="hint"]').click();
  await expect(page.locator('.sign.hint').first()).toBeAttached({ timeout: 30_000 });
  await page.locator('[data-tool="play-hint"]').click();
  await expect(page.locator('azulejo-game')).toHaveAttribute('data-steps', '1');
});

test('a long search is broken off at once, and what waits behind it is answered', async ({ page }) => {
  await page.goto('/');
  const [name, waited, next] = await page.evaluate(async () => {
    const { local } = await import('/js/local.js');
    const games = await local();
    const stop = new AbortController();
    const long = games.ask(
      'flow',
      'generate',
      { options: { size: '14x14', difficulty: 'expert', number: 1000, seed: 1 } },
      { signal: stop.signal },
    );
    const behind = games.ask('flow', 'solve', { puzzle: 'flow:A.AB/C.C./B...' });
    setTimeout(() => stop.abort(), 300);
    const begun = performance.now();
    const error = await long.catch((why) => why);
    const ended = performance.now() - begun;
    return [error.name, ended, (await behind).status];
  });
  expect(name).toBe('AbortError');
  expect(waited).toBeLessThan(2000);
  expect(next).toBe('solved');
});

test('the page does not compile anything itself, and its worker only the games', async ({ page }) => {
  await page.goto('/');
  await here(page);
  const policy = async (path) => (await page.request.get(path)).headers()['content-security-policy'];
  expect(await policy('/')).not.toContain('wasm-unsafe-eval');
  expect(await policy('/js/worker.js')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect((await games(page)).length).toBeGreaterThan(4);
});
