// The page in another engine: every game is won by pointer, finger and keys, and axe finds nothing in either mode.
// `node engines/run.js firefox|webkit`, with the site of `cargo xtask site` in AZULEJO_SITE.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { host } from '../tests/site.js';
import { byKeys, WINS } from '../tests/wins.js';
import { firefox, webkit } from './drivers.js';

const [engine] = process.argv.slice(2);
const site = await host(engine);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const failures = [];
let passed = 0;

/** Waits until something is so. */
async function until(what, is, patience = 30_000) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await is();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} does not come`);
    await wait(50);
  }
}

const state = (page) => page.evaluate('() => document.querySelector("azulejo-game")?.dataset.state');

async function open(page, id, settings = {}) {
  const known = { learned: Object.fromEntries(Object.keys(WINS).map((game) => [game, true])), ...settings };
  await page.goto(`${site.address}img/icon.svg`);
  await page.evaluate('(text) => { localStorage.clear(); localStorage.setItem("azulejo.settings", text); }', JSON.stringify(known));
  await page.goto(`${site.address}#/${id.split(/[@:#]/)[0]}/${encodeURIComponent(id)}`);
  const shown = '(id) => document.querySelector("azulejo-game")?.dataset.puzzle === id';
  await until(id, () => page.evaluate(shown, id));
  await wait(300);
}

const middle = (page, handle) =>
  until(handle, () =>
    page.evaluate(
      `(handle) => {
        const box = document.querySelector('azulejo-game [data-handle="' + handle + '"]')?.getBoundingClientRect();
        return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
      }`,
      handle,
    ),
  );

async function check(name, what) {
  try {
    await what();
    passed += 1;
    console.log(`ok      ${engine}: ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`FAILED  ${engine}: ${name}: ${error.message}`);
  }
}

const page = await { firefox, webkit }[engine]();
const hands = ['mouse', 'touch'];
for (const [game, { id, touch, keys }] of Object.entries(WINS)) {
  for (const kind of hands) {
    await check(`${game} is won by ${kind}`, async () => {
      await open(page, id);
      for (const step of touch) {
        const points = [];
        for (const handle of step.split('-')) points.push(await middle(page, handle));
        await page.pointer(kind, points);
        await wait(200);
      }
      await until('a win', async () => (await state(page)) === 'won', 5000);
    });
  }
  await check(`${game} is won by keys`, async () => {
    await open(page, id);
    await page.evaluate('() => document.querySelector("azulejo-game .frame [tabindex=\\"0\\"]").focus()');
    const at = () => page.evaluate('() => document.activeElement?.getAttribute("data-handle") ?? ""');
    const press = async (key) => {
      await page.press(key);
      await wait(150);
    };
    await byKeys(keys, { press, at });
    await until('a win', async () => (await state(page)) === 'won', 5000);
  });
  for (const mode of ['play', 'analyse']) {
    for (const theme of ['light', 'dark']) {
      await check(`${game} has no violations, ${mode}, ${theme}`, async () => {
        await open(page, id, { mode, theme });
        await page.evaluate(`() => { ${axe}; window.found = null; axe.run().then(({ violations }) => {
          window.found = violations.map(({ id, nodes }) => id + ' at ' + nodes[0].target.join(' ')); }); }`);
        const found = await until('axe', () => page.evaluate('() => window.found'), 60_000);
        if (found.length > 0) throw new Error(found.join('; '));
      });
    }
  }
}
await page.close();
await site.close();
console.log(`${engine}: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
