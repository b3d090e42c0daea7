// @ts-check
// The front door: every game with a picture of today's puzzle that plays itself, and where one left off.

/** @import {GameInfo} from './types.js' */
import { clock, fragment } from './address.js';
import { ask, daily, play } from './api.js';
import { h, wait } from './dom.js';
import { locale, said, t } from './i18n.js';
import { drawing, isStill, saves } from './settings.js';
import { isAlone } from './transport.js';

/** What a miniature has shown, to be shown again. @type {Map<string, string[]>} */
const films = new Map();

/** How long a puzzle may be thought about for a film, in milliseconds. */
const PATIENCE = 2000;

export class Miniature extends HTMLElement {
  /** @type {GameInfo | null} */
  info = null;
  puzzle = '';
  #alive = false;

  connectedCallback() {
    this.#alive = true;
    this.setAttribute('aria-hidden', 'true');
    this.#run().catch(() => this.classList.add('quiet'));
  }

  disconnectedCallback() {
    this.#alive = false;
  }

  /** @param {string} scene */
  #show(scene) {
    const parsed = new DOMParser().parseFromString(scene, 'image/svg+xml').documentElement;
    for (const part of parsed.querySelectorAll(':scope > :is(title, rect)')) part.remove();
    for (const name of ['width', 'height', 'role']) parsed.removeAttribute(name);
    for (const part of parsed.querySelectorAll('[data-handle], [aria-label]')) {
      part.removeAttribute('data-handle');
      part.removeAttribute('aria-label');
    }
    const next = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    const old = this.lastElementChild;
    this.append(next);
    if (!old) return;
    if (isStill()) return old.remove();
    next.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 380, easing: 'ease-out' });
    setTimeout(() => old.remove(), 400);
  }

  async #run() {
    const key = `${this.puzzle} ${JSON.stringify(drawing())}`;
    const frames = films.get(key) ?? [];
    films.set(key, frames);
    if (frames.length === 0) {
      for await (const scene of film(/** @type {GameInfo} */ (this.info), this.puzzle)) {
        if (frames.push(scene) === 1) this.#show(scene);
        if (!this.#alive) return;
      }
    } else this.#show(frames[0]);
    const pause = 1100 + Math.random() * 500;
    for (let at = 1; this.#alive && frames.length > 1 && !isStill(); at = (at + 1) % frames.length) {
      await wait(at === 0 ? 2 * pause : pause);
      if (this.#alive && !document.hidden) this.#show(frames[at]);
    }
  }
}

/** The pictures of a puzzle and of the first moves of its solution. @param {GameInfo} info @param {string} puzzle */
async function* film({ name, verbs }, puzzle) {
  const draw = { ...drawing(), letters: false, axes: false };
  const first = await play(name, { puzzle, draw });
  yield first.scenes[0].svg;
  if (isStill() || !verbs.includes('solve')) return;
  const { line } = await ask(name, 'solve', { position: first.position, limits: { time_ms: PATIENCE } });
  let { position } = first;
  for (const move of (line ?? []).slice(0, 12)) {
    const view = await play(name, { position, moves: [move], draw });
    position = view.position;
    yield view.scenes[0].svg;
  }
}

customElements.define('azulejo-miniature', Miniature);

/** @param {GameInfo[]} games @returns {Promise<HTMLElement>} */
export async function home(games) {
  const kept = saves();
  const today = await daily().catch(() => null);
  const date = today
    ? new Date(`${today.date}T12:00:00`).toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long' })
    : '';
  const begun = kept.filter((one) => one.state === 'playing' && one.moves.length > 0).slice(0, 3);
  const titled = begun.flatMap((one) => games.filter((game) => game.name === one.game).map(({ title }) => ({ ...one, title })));
  return h(
    'div.home',
    {},
    h(
      'section.hero',
      {},
      h('div.wall', { 'aria-hidden': 'true' }),
      h('div.words', {}, h('h1', {}, 'azulejo'), h('p', {}, t('home.claim')), date ? h('p.today', {}, t('home.date', { date })) : null),
    ),
    titled.length > 0 &&
      h(
        'section.continue',
        { 'aria-labelledby': 'continue' },
        h('h2', { id: 'continue' }, t('home.continue')),
        h(
          'ul',
          {},
          ...titled.map(({ game, id, title, moves, seconds }) =>
            h(
              'li',
              {},
              h(
                'a.button',
                { href: fragment(game, id) },
                h('strong', {}, title),
                ' ',
                t('home.where', { n: moves.length, time: clock(seconds) }),
              ),
            ),
          ),
        ),
      ),
    h(
      'section.cards',
      { 'aria-label': t('home.games') },
      ...games.map((game) => card(game, today?.puzzles.find((one) => one.game === game.name)?.id ?? '', kept)),
    ),
    h('footer.foot', {}, h('p', {}, t('home.foot'), ' ', !isAlone && h('a', { href: 'api/v1/openapi.json' }, t('home.api')))),
  );
}

/** @param {GameInfo} info @param {string} puzzle @param {ReturnType<typeof saves>} kept */
function card(info, puzzle, kept) {
  const done = kept.some(({ game, id, state, extra }) => game === info.name && id === puzzle && state === 'won' && !extra?.solved);
  const miniature = /** @type {Miniature} */ (document.createElement('azulejo-miniature'));
  Object.assign(miniature, { info, puzzle });
  const address = `#/${info.name}`;
  return h(
    'article.card',
    { 'data-game': info.name },
    h('a.picture', { href: address, tabindex: '-1', 'aria-hidden': 'true' }, puzzle && miniature),
    h(
      'div.text',
      {},
      h('h2', {}, h('a', { href: address }, info.title)),
      said('p', { code: `${info.name}.summary`, text: info.summary }),
      h(
        'div.row',
        {},
        h('a.button.main', { href: address }, t('home.play')),
        puzzle &&
          h('a.button', { href: fragment(info.name, puzzle), 'data-daily': info.name }, done ? `✓ ${t('home.today')}` : t('home.today')),
      ),
    ),
  );
}
