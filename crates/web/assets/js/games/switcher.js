// @ts-check
// Switcher: a hand of cards, the figures that stand on the board, swaps that are legal, rivals to block.

/** @import {Part, View} from '../types.js' */
/** @import {Table} from '../game.js' */
import { api } from '../api.js';
import { button, h } from '../dom.js';
import { t } from '../i18n.js';
import { shape, swatches, tile } from '../palette.js';

/** Drawings on the movement cards. @type {Record<string, string[]>} */
const CARDS = {
  mov1: ['1..', '...', '..1'], mov2: ['1.1'], mov3: ['11'], mov4: ['1.', '.1'],
  mov5: ['.1', '..', '1.'], mov6: ['1.', '..', '.1'], mov7: ['1...1'],
};
const LETTERS = 'rgby';

/** @typedef {{name: string, title: string, shape: string[], side: string}} FigureCard */
/** @typedef {{name: string, title: string, color: string, cells: string[], mine: boolean, allowed: boolean}} Standing */

/** @param {Table} table @returns {Part} */
export function switcher(table) {
  const { board } = table;
  /** @type {string[]} */
  let moves = [];
  let card = '';
  let from = '';
  const forbidden = h('p.forbidden.row', {});
  const hand = h('div.hand', { role: 'group', 'aria-label': t('switcher.hand') });
  const mine = h('div.hand', { role: 'group', 'aria-label': t('switcher.figures') });
  const standing = h('div.chips', { role: 'group', 'aria-label': t('switcher.standing') });
  const rivals = h('div.rivals', {});
  const turn = h('h2', {});
  const back = button('undo', t('switcher.back'), () => table.play(['back']), { 'data-tool': 'back' });
  const end = button('pass', t('switcher.end'), () => table.play(['end']), { class: 'main', 'data-tool': 'end' });
  const who = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': t('switcher.rivals') }));
  const opponent = () => table.extra.opponent ?? 'greedy';
  who.addEventListener('change', () => {
    table.extra.opponent = who.value;
    table.keep();
    table.wake();
  });

  /** @param {View} view */
  const isMine = (view) => view.status.state === 'playing' && (view.status.player === 0 || opponent() === 'people');

  /** Where a tile may go, by the chosen card or any. @param {string} cell @returns {Map<string, string>} cell and move */
  function targets(cell) {
    const found = new Map();
    for (const move of moves) {
      const [name, one, other] = move.split(' ');
      if (!name.startsWith('mov') || (card && name !== card)) continue;
      if (one === cell && !found.has(other)) found.set(other, move);
      if (other === cell && !found.has(one)) found.set(one, move);
    }
    return found;
  }

  function marks() {
    board.unmark('choice');
    board.unmark('chosen');
    if (!from) return;
    board.mark('choice', targets(from).keys());
    board.mark('chosen', [from]);
  }

  /** Takes up a card, or lays it down again. @param {Element} chosen */
  function choose(chosen) {
    const take = chosen.getAttribute('aria-pressed') !== 'true';
    card = take ? (chosen.getAttribute('data-card') ?? '') : '';
    for (const one of hand.children) one.setAttribute('aria-pressed', String(take && one === chosen));
    marks();
  }

  /** @param {Standing} found */
  const claimOf = (found) => moves.find((move) => move.startsWith(`claim ${found.name} `) && found.cells.includes(move.split(' ')[2]));

  /** @param {FigureCard} figure @param {string | undefined} move @param {string} fill @param {string} word */
  function figureCard(figure, move, fill, word) {
    const down = figure.side === 'blocked';
    const text = `${figure.title}${down ? `, ${t('switcher.blocked')}` : ''}${move ? `, ${word}` : ''}`;
    const element = h('button.card-button', {
      type: 'button', title: figure.name, 'aria-label': text, 'aria-disabled': move ? null : 'true', 'data-move': move ?? null,
      onclick: () => (move ? table.play([move], move.match(/[A-F]\d$/)?.[0]) : look(figure.name)),
    });
    element.classList.toggle('ready', Boolean(move));
    element.classList.toggle('down', down);
    element.append(shape(figure.shape, fill), h('span', move ? {} : { lang: 'en' }, move ? word : figure.title));
    return element;
  }

  /** @param {string} name */
  function look(name) {
    board.unmark('hint');
    const found = /** @type {Standing[]} */ (table.view.details.figures ?? []).filter((one) => one.name === name);
    board.mark('hint', found.flatMap((one) => one.cells));
  }

  /** @param {View} view */
  async function fill(view) {
    const { details, status } = view;
    const own = isMine(view);
    const seat = own && status.state === 'playing' ? status.player : opponent() === 'people' && status.state === 'playing' ? status.player : 0;
    const known = await swatches();
    moves = own ? await api.moves('switcher', view.position) : [];
    if (table.view !== view) return;
    const ink = 'var(--blue)';
    const player = details.players[seat];
    turn.textContent = status.state === 'playing' ? (own && opponent() !== 'people' ? t('switcher.you') : t('switcher.player', { n: (status.player ?? 0) + 1 })) : t(`state.${status.state}`);
    const color = details.forbidden_color ? LETTERS.indexOf(details.forbidden_color[0]) : -1;
    forbidden.replaceChildren(...(color >= 0 ? [tile(known[color], LETTERS[color]), h('span', {}, t('switcher.forbidden', { color: t(`color.${LETTERS[color]}`) }))] : [h('span', {}, t('switcher.free'))]));
    hand.replaceChildren(...player.cards.map((/** @type {string} */ name, /** @type {number} */ index) => {
      const element = h('button.card-button', { type: 'button', 'data-card': name, 'aria-pressed': 'false', title: name, 'aria-label': `${index + 1}: ${t(`card.${name}`)}`, onclick: () => choose(element) });
      element.append(shape(CARDS[name], 'var(--warm)', 'var(--soft)'), h('span', {}, t(`card.${name}`)));
      return element;
    }));
    if (player.cards.length === 0) hand.replaceChildren(h('p.small', {}, t('switcher.no_cards')));
    const found = /** @type {Standing[]} */ (details.figures ?? []);
    mine.replaceChildren(...player.figures.map((/** @type {FigureCard} */ figure) => {
      const there = found.find((one) => one.name === figure.name && claimOf(one));
      return figureCard(figure, figure.side !== 'blocked' && there ? claimOf(there) : undefined, ink, t('switcher.claim'));
    }));
    if (player.figures.length === 0) mine.replaceChildren(h('p.small', {}, t('switcher.drawn')));
    standing.replaceChildren(...found.map((one) => {
      const chip = h('button.chip', { type: 'button', class: one.mine && one.allowed ? 'chip done' : 'chip', onclick: () => { board.unmark('hint'); board.mark('hint', one.cells); } });
      const swatch = tile(known[LETTERS.indexOf(one.color[0])], one.color[0]);
      chip.append(swatch, h('span', {}, one.allowed ? one.title : `${one.title} (${t('switcher.not_now')})`));
      return chip;
    }));
    if (found.length === 0) standing.replaceChildren(h('p.small', {}, t('switcher.none')));
    rivals.replaceChildren(...details.players.flatMap((/** @type {any} */ rival, /** @type {number} */ index) => {
      if (index === seat) return [];
      return [h('div.rival', {}, h('h3', {}, t('switcher.rival', { n: index + 1, deck: rival.deck })),
        h('div.hand', {}, ...rival.figures.map((/** @type {FigureCard} */ figure) =>
          figureCard(figure, moves.find((move) => move.startsWith(`block ${index + 1} ${figure.name} `)), 'var(--soft)', t('switcher.block')))))];
    }));
    back.setAttribute('aria-disabled', String(!moves.includes('back')));
    end.setAttribute('aria-disabled', String(!moves.includes('end')));
    deck.textContent = t('switcher.deck', { n: player.deck + player.figures.length });
    table.dataset.dealt = String(table.steps.length);
  }
  const deck = h('p.small', {});

  return {
    fields: [
      { key: 'players', kind: 'choice', label: 'switcher.players', value: '2', choices: [['2', '2'], ['3', '3'], ['4', '4']] },
      { key: 'opponent', kind: 'choice', label: 'switcher.rivals', value: 'greedy', choices: [['greedy', 'bot.greedy'], ['strong', 'bot.strong'], ['people', 'bot.people']] },
      { key: 'four', kind: 'check', label: 'switcher.four', value: false },
      { key: 'box', kind: 'check', label: 'switcher.box', value: false },
    ],
    setup: ({ players, four, box }) => `${players}p${four ? '-four' : ''}${box ? '-box' : ''}`,
    seats: ({ opponent: chosen }) => ({ opponent: chosen ?? opponent() }),
    panel() {
      who.append(...['greedy', 'strong', 'people'].map((name) => h('option', { value: name }, t(`bot.${name}`))));
      return h('div.panel', {}, h('div.row.spread', {}, turn, who), forbidden,
        h('h3', {}, t('switcher.figures')), mine, deck,
        h('h3', {}, t('switcher.hand')), hand, h('div.row', {}, back, end),
        h('h3', {}, t('switcher.standing')), standing, rivals);
    },
    update(view) {
      from = '';
      card = '';
      who.value = opponent();
      fill(view).catch((error) => table.complain(error));
    },
    act(cell) {
      if (!isMine(table.view)) return;
      const move = from ? targets(from).get(cell) : undefined;
      if (move) {
        from = '';
        table.play([move], cell);
      } else {
        from = from === cell ? '' : cell;
        marks();
      }
    },
    key(event, cell) {
      const digit = Number(event.key);
      if (digit >= 1 && digit <= hand.children.length && event.key !== ' ') {
        choose(hand.children[digit - 1]);
        return true;
      }
      if (event.key === 'e' && moves.includes('end')) table.play(['end']);
      else if (event.key === 'b' && moves.includes('back')) table.play(['back']);
      else if (event.key === 'c') {
        const found = /** @type {Standing[]} */ (table.view.details.figures ?? []).find((one) => one.cells.includes(cell));
        const move = found && claimOf(found);
        if (move) table.play([move], cell);
      } else return false;
      return true;
    },
    advise({ move = '' }) {
      const words = move.split(' ');
      if (words[0].startsWith('mov')) board.mark('chosen', words.slice(1));
      const found = /** @type {Standing[]} */ (table.view.details.figures ?? []).find((one) => one.cells.includes(words[words.length - 1]));
      if (found && !words[0].startsWith('mov')) board.mark('hint', found.cells);
    },
    bot: (view) => (view.status.state === 'playing' && !isMine(view) ? opponent() : null),
    line: (view) => (view.status.state !== 'playing' ? '' : isMine(view) ? (opponent() === 'people' ? t('switcher.player', { n: view.status.player + 1 }) : t('switcher.you')) : t('switcher.thinks', { n: view.status.player + 1 })),
    end: (status) => (status.state === 'won' ? (opponent() !== 'people' && status.player === 0 ? t('switcher.won') : t('switcher.winner', { n: status.player + 1 })) : t(`state.${status.state}`)),
    keys: ['switcher'],
  };
}
