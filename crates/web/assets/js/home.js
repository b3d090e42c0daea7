// @ts-check
// The front door: five games that play themselves in miniature, today's puzzles, and where one left off.

/** @import {GameInfo} from './types.js' */
import { api } from './api.js';
import { h, wait } from './dom.js';
import { clock, fragment } from './address.js';
import { t, locale } from './i18n.js';
import { drawing, isStill, saves } from './settings.js';

/** What each miniature shows. @type {Record<string, {id: string}>} */
const MINIATURES = {
  kami: { id: 'kami:square,1,4,0,3,-,333332/111111/233332/111111/223333/111111' },
  flow: { id: 'flow:5x5#3' },
  blocky: { id: 'blocky:d3,t5,blob,human#11' },
  tetris: { id: 'tetris:00000000/00000000/00000000/00000000/00000000/00000000/50000004/55500044/11117734/66337773,TOJSLI,keep,0' },
  switcher: { id: 'switcher#12' },
};

export class Miniature extends HTMLElement {
  game = '';
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
    const svg = new DOMParser().parseFromString(scene, 'image/svg+xml').documentElement;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    svg.querySelector('title')?.remove();
    svg.querySelector(':scope > rect')?.remove();
    for (const text of svg.querySelectorAll(':scope > text')) if (text.previousElementSibling?.tagName !== 'circle') text.remove();
    for (const cell of svg.querySelectorAll('[data-cell]')) {
      cell.removeAttribute('aria-label');
      cell.querySelector('text')?.remove();
      for (const [, x, y] of (cell.firstElementChild?.getAttribute('d') ?? '').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
        [left, top] = [Math.min(left, Number(x)), Math.min(top, Number(y))];
        [right, bottom] = [Math.max(right, Number(x)), Math.max(bottom, Number(y))];
      }
    }
    svg.setAttribute('viewBox', `${left - 3} ${top - 3} ${right - left + 6} ${bottom - top + 6}`);
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    svg.removeAttribute('role');
    const next = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(svg, true)));
    const old = this.lastElementChild;
    this.append(next);
    if (!old) return;
    if (isStill()) return old.remove();
    next.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 380, easing: 'ease-out' });
    setTimeout(() => old.remove(), 400);
  }

  async #run() {
    const key = `${this.game} ${JSON.stringify(drawing())}`;
    const frames = films.get(key) ?? [];
    films.set(key, frames);
    if (frames.length === 0) {
      const first = await api.create(this.game, { id: MINIATURES[this.game].id });
      this.#show(first.scene);
      frames.push(first.scene);
      if (isStill()) return;
      for await (const scene of film(this.game, first.position)) frames.push(scene);
    } else this.#show(frames[0]);
    const pause = 1100 + Math.random() * 500;
    for (let at = 1; this.#alive && frames.length > 1 && !isStill(); at = (at + 1) % frames.length) {
      await wait(at === 0 ? 2 * pause : pause);
      if (this.#alive && !document.hidden) this.#show(frames[at % frames.length]);
    }
  }
}

/** Pictures already fetched. @type {Map<string, string[]>} */
const films = new Map();

/** A few pictures of a game that plays its own solution. @param {string} game @param {any} start */
async function* film(game, start) {
  let position = start;
  const { moves = [] } = await api.solve(game, position, 2000);
  for (const move of moves.slice(0, 12)) {
    const view = await api.play(game, position, [move]);
    position = view.position;
    yield view.scene;
  }
}

customElements.define('azulejo-miniature', Miniature);

/** @param {GameInfo[]} games @returns {Promise<HTMLElement>} */
export async function home(games) {
  const kept = saves();
  const daily = await api.daily().catch(() => null);
  const today = daily ? new Date(`${daily.date}T12:00:00`).toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long' }) : '';
  const open = kept.filter((one) => one.state === 'playing' && one.moves.length > 0).slice(0, 3);
  const order = ['kami', 'flow', 'switcher', 'blocky', 'tetris'];
  const cards = order.flatMap((name) => games.filter((game) => game.name === name)).map((game) => {
    const puzzle = daily?.puzzles.find((one) => one.game === game.name);
    const done = puzzle && kept.some((one) => one.game === game.name && one.id === puzzle.id && one.state === 'won');
    const miniature = /** @type {Miniature} */ (document.createElement('azulejo-miniature'));
    miniature.game = game.name;
    return h('article.card', { 'data-game': game.name },
      h('a.picture', { href: `#/${game.name}`, tabindex: '-1', 'aria-hidden': 'true' }, miniature),
      h('div.text', {},
        h('h2', {}, h('a', { href: `#/${game.name}` }, game.title)),
        h('p', {}, t(`summary.${game.name}`)),
        h('div.row', {},
          h('a.button.main', { href: `#/${game.name}` }, t('home.play')),
          puzzle && h('a.button', { href: fragment(game.name, puzzle.id), 'data-daily': game.name }, done ? `✓ ${t('home.today')}` : t('home.today')))));
  });
  return h('div.home', {},
    h('section.hero', {}, h('div.wall', { 'aria-hidden': 'true' }),
      h('div.words', {}, h('h1', {}, 'azulejo'), h('p', {}, t('home.claim')), today ? h('p.today', {}, t('home.date', { date: today })) : null)),
    open.length > 0 && h('section.continue', { 'aria-labelledby': 'continue' }, h('h2', { id: 'continue' }, t('home.continue')),
      h('ul', {}, ...open.map((one) => h('li', {}, h('a.button', { href: fragment(one.game, one.id) },
        h('strong', {}, t(`game.${one.game}`)), ' ', t('home.where', { n: one.moves.length, time: clock(one.seconds) })))))),
    h('section.cards', { 'aria-label': t('home.games') }, ...cards),
    h('footer.foot', {}, h('p', {}, t('home.foot'), ' ', h('a', { href: 'api/v1/openapi.json' }, t('home.api')))));
}
