// @ts-check
// Kami: choose a colour, tap a region, watch it flood.

/** @import {Part, View} from '../types.js' */
/** @import {Table} from '../game.js' */
import { api } from '../api.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { swatches, tile } from '../palette.js';
import { set, settings } from '../settings.js';

/** @param {Table} table @returns {Part} */
export function kami(table) {
  let color = 1;
  let colors = 0;
  /** @type {string[]} */
  let fills = [];
  /** @type {AbortController | null} */
  let asking = null;
  const palette = h('div.palette', { role: 'radiogroup', 'aria-label': t('kami.palette') });
  const left = h('p.big', {});
  const goal = h('p', {});
  const far = h('p.distance', { role: 'status' });
  const ask = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked: settings.distance }));
  ask.addEventListener('change', () => {
    set('distance', ask.checked);
    distance(table.view);
  });

  /** Neighbours by cell, as long as the board keeps its form. @type {Map<string, string[]>} */
  let near = new Map();
  let form = '';

  /** The region of a cell, as far as one can see. @param {string} cell */
  function region(cell) {
    const { board } = table;
    const fill = board.cells.get(cell)?.fill;
    if (!fill || table.view.position.layout === 'graph') return [];
    const found = new Set([cell]);
    for (const one of found) {
      if (!near.has(one)) near.set(one, board.beside(one));
      for (const other of near.get(one) ?? []) if (board.cells.get(other)?.fill === fill) found.add(other);
    }
    return [...found];
  }

  let under = '';
  /** Shows what a tap would paint. @param {string} cell */
  function preview(cell) {
    under = cell;
    table.board.unmark('preview');
    if (!cell || table.view?.status.state !== 'playing') return;
    table.board.mark('preview', region(cell));
  }
  table.board.addEventListener('board-hover', (event) => {
    const { cell } = /** @type {CustomEvent} */ (event).detail;
    if (cell !== under) preview(cell);
  });
  table.board.addEventListener('board-leave', () => preview(''));

  /** @param {number} number @param {boolean} [focus] */
  function choose(number, focus = false) {
    if (number < 1 || number > colors) return;
    color = number;
    table.board.style.setProperty('--preview', fills[number - 1] ?? 'transparent');
    for (const radio of palette.querySelectorAll('[role=radio]')) {
      const mine = radio.getAttribute('data-color') === String(number);
      radio.setAttribute('aria-checked', String(mine));
      radio.setAttribute('tabindex', mine ? '0' : '-1');
      if (mine && focus) /** @type {HTMLElement} */ (radio).focus();
    }
  }

  /** @param {{color: number, color_id: number, letter: string, cells: number}[]} list */
  async function paint(list) {
    colors = list.length;
    const known = await swatches();
    fills = list.map(({ color_id: id }) => known[id % known.length].fill);
    palette.replaceChildren(...list.map(({ color: one, color_id: id, letter, cells }) => {
      const element = h('button.color', { type: 'button', role: 'radio', 'data-color': one, 'aria-label': t('color', { n: one }), onclick: () => choose(one) });
      element.classList.toggle('gone', cells === 0);
      element.append(tile(known[id % known.length], letter));
      return element;
    }));
    choose(Math.min(color, colors));
  }
  palette.addEventListener('keydown', (event) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key];
    if (!step) return;
    event.preventDefault();
    choose(((color - 1 + step + colors) % colors) + 1, true);
  });

  /** @param {View} view */
  async function distance(view) {
    asking?.abort();
    far.textContent = '';
    if (!settings.distance || view.status.state === 'won') return;
    asking = new AbortController();
    far.textContent = t('thinking');
    try {
      const answer = await api.solve('kami', view.position, 4000, asking.signal);
      if (table.view !== view) return;
      const count = answer.moves?.length ?? 0;
      const spare = view.details.move_limit - view.details.moves_made - count;
      if (answer.outcome === 'impossible') far.textContent = t('hint.impossible.kami');
      else if (answer.outcome !== 'solved') far.textContent = t('solve.gave_up');
      else far.textContent = `${t('kami.far', { n: count })} ${spare === 0 ? t('kami.perfect') : spare > 0 ? t('kami.spare', { n: spare }) : t('kami.over', { n: -spare })}`;
    } catch {
      if (table.view === view) far.textContent = '';
    }
  }

  return {
    fields: [
      { key: 'rows', kind: 'number', label: 'rows', value: 8, min: 2, max: 40 },
      { key: 'columns', kind: 'number', label: 'columns', value: 8, min: 2, max: 40 },
      { key: 'colors', kind: 'number', label: 'kami.colors', value: 4, min: 2, max: 12 },
      { key: 'form', kind: 'choice', label: 'kami.form', value: 'squares', choices: [['squares', 'kami.squares'], ['triangles', 'kami.triangles']] },
      { key: 'moves', kind: 'number', label: 'kami.moves', value: 0, min: 0, max: 40 },
    ],
    setup: ({ rows, columns, colors: count, form, moves }) =>
      `${rows}x${columns}c${count}${form === 'triangles' ? 't' : ''}${moves > 0 ? `m${moves}` : ''}`,
    panel: () => h('div.panel', {}, left, goal, palette, h('label.line', {}, h('span', {}, t('kami.distance')), ask), far),
    update(view) {
      const now = [...table.board.cells.keys()].join();
      if (now !== form) [form, near] = [now, new Map()];
      under = '';
      const { moves_made: played, move_limit: limit, regions, target } = view.details;
      left.replaceChildren(h('strong', {}, String(Math.max(0, limit - played))), ' ', t('kami.left', { n: Math.max(0, limit - played) }));
      // A level that was made here allows exactly the proven minimum; any other only says what it allows.
      const made = table.puzzle.includes('#') || table.extra.wish;
      goal.textContent = [t('kami.regions', { n: regions }), t(made ? 'kami.proven' : 'kami.limit', { n: limit }), target ? t('kami.target', { color: target }) : ''].filter(Boolean).join(' · ');
      paint(view.details.colors.filter((/** @type {any} */ one) => one.paint));
      distance(view);
    },
    act(cell) {
      // A graph's vertices have numbers, and are drawn in their order.
      const spot = table.view.position.layout === 'graph' ? [...table.board.cells.keys()].indexOf(cell) : cell;
      table.play([`${spot} ${color}`], cell);
    },
    key(event) {
      const digit = Number(event.key);
      if (event.key === ' ' || !Number.isInteger(digit) || digit < 1) return false;
      choose(digit);
      return true;
    },
    line: (view) => t('kami.line', { n: Math.max(0, view.details.move_limit - view.details.moves_made) }),
    end: (status, view) =>
      status.state === 'won' ? t('kami.won', { n: view.details.moves_made }) : t('kami.lost'),
    advise({ move = '' }) {
      const [cell, wanted] = move.split(' ');
      choose(Number(wanted));
      table.board.mark('hint', region(cell).slice(1));
    },
    planned({ moves = [] }, view) {
      const over = moves.length - view.details.moves_left;
      if (over <= 0) return false;
      table.say(
        h('p', {}, h('strong', {}, t('kami.far', { n: moves.length })), ' ', t('kami.over', { n: over })),
        h('ol.plan', {}, ...moves.map((move) => h('li', {}, h('code', {}, move)))),
      );
      return true;
    },
    leave: () => asking?.abort(),
    keys: ['digits'],
  };
}
