// @ts-check
// Blocky: point at a block, make the choice larger or smaller, turn it, swap it, smash it.

/** @import {Part, View} from '../types.js' */
/** @import {Table} from '../game.js' */
import { nameOf } from '../board.js';
import { announce, button, h, s } from '../dom.js';
import { t } from '../i18n.js';
import { swatches, tile } from '../palette.js';

// The palette's colours of the game's four: blue, red, green, yellow.
const COLORS = [2, 0, 1, 3];
const LETTERS = 'brgy';

/** @type {[key: string, action: string, icon: string][]} */
const ACTIONS = [
  ['a', 'rotate_ccw', 'turnback'], ['d', 'rotate_cw', 'turn'], ['q', 'swap_h', 'swaph'], ['e', 'swap_v', 'swapv'], [' ', 'smash', 'smash'],
  ['p', 'paint', 'paint'], ['c', 'combine', 'combine'], ['.', 'pass', 'pass'],
];
const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });

/** @param {Table} table @returns {Part} */
export function blocky(table) {
  const { board } = table;
  let depth = 4;
  let level = 1;
  /** The unit cell the choice holds on to. */
  let [row, column] = [0, 0];
  let pinned = false;
  let later = false;
  const players = h('ul.players', {});
  const turns = h('p', {});
  const block = h('p.small', { role: 'status' });
  const actions = h('div.actions', { role: 'group', 'aria-label': t('blocky.actions') });
  const buttons = ACTIONS.map(([key, action, name]) => button(name, t(`blocky.${action}`), () => act(action), { title: `${t(`blocky.${action}`)} (${key === ' ' ? 'Space' : key})`, 'data-action': action }));
  const larger = button('plus', t('blocky.larger'), () => resize(-1), { title: `${t('blocky.larger')} (w)`, 'data-action': 'larger' });
  const smaller = button('down', t('blocky.smaller'), () => resize(1), { title: `${t('blocky.smaller')} (s)`, 'data-action': 'smaller' });

  const box = () => {
    const all = [...board.cells.values()].flatMap((cell) => cell.points);
    const [left, top] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))];
    const size = Math.max(...all.map(([x]) => x)) - left;
    return { left, top, unit: size / 2 ** depth };
  };

  /** How deep the block at the chosen cell goes: the level of its leaf. */
  function deepest() {
    const { unit } = box();
    for (const cell of board.cells.values()) {
      const span = Math.max(1, 2 ** Math.round(Math.log2(cell.width / unit)));
      if (row >= cell.row && row < cell.row + span && column >= cell.column && column < cell.column + span) return { level: depth - Math.log2(span), cell };
    }
    return { level: 0, cell: undefined };
  }

  /** The chosen block: its level, corner, side and path. */
  function chosen() {
    const at = Math.min(level, deepest().level);
    const side = 2 ** (depth - at);
    const path = [];
    for (let step = 1; step <= at; step += 1) {
      const half = 2 ** (depth - step);
      const [low, right] = [Math.floor(row / half) % 2, Math.floor(column / half) % 2];
      path.push(low ? (right ? 3 : 2) : right ? 0 : 1);
    }
    return { level: at, side, row: row - (row % side), column: column - (column % side), path: path.join('.') || 'root' };
  }

  /** @param {string} path */
  function cornerOf(path) {
    let [down, right, half] = [0, 0, 2 ** depth];
    if (path !== 'root') {
      for (const step of path.split('.').map(Number)) {
        half /= 2;
        if (step === 2 || step === 3) down += half;
        if (step === 0 || step === 3) right += half;
      }
    }
    return { row: down, column: right, side: half };
  }

  /** @param {{row: number, column: number, side: number}} place @param {string} kind */
  function outline(place, kind) {
    const { left, top, unit } = box();
    board.own?.append(s('rect', {
      class: `mark ${kind}`, 'data-mark': kind, x: left + place.column * unit, y: top + place.row * unit, width: place.side * unit, height: place.side * unit, rx: 3,
      'stroke-width': Math.max(4, unit * 0.12),
    }));
  }

  function show() {
    board.unmark('block');
    const place = chosen();
    outline(place, 'block');
    block.textContent = t('blocky.block', { size: place.side, cell: nameOf(place.row, place.column), path: place.path });
  }

  /** @param {number} by */
  function resize(by) {
    level = Math.max(0, Math.min(depth, Math.min(level, deepest().level) + by));
    show();
    announce(block.textContent ?? '');
  }

  /** @param {string} action */
  function act(action) {
    if (!human(table.view)) return;
    const { path } = chosen();
    const player = table.view.status.state === 'playing' ? table.view.details.players[table.view.status.player] : null;
    if (action === 'pass') table.play(['pass']);
    else if (action === 'paint') table.play([`paint ${path} ${player?.color ?? 0}`]);
    else table.play([`${action} ${path}`]);
  }

  /** @param {View} view */
  const human = (view) => view.status.state === 'playing' && view.details.players[view.status.player].name === 'human';

  /** @param {PointerEvent | WheelEvent} event */
  function point(event) {
    const [x, y] = board.point(event);
    const { left, top, unit } = box();
    const clamp = (/** @type {number} */ value) => Math.max(0, Math.min(2 ** depth - 1, Math.floor(value)));
    [row, column] = [clamp((y - top) / unit), clamp((x - left) / unit)];
  }

  board.addEventListener('board-hover', (event) => {
    const { event: pointer, cell } = /** @type {CustomEvent} */ (event).detail;
    if (!cell || pinned) return;
    point(pointer);
    show();
  });
  board.addEventListener('wheel', (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    resize(event.deltaY > 0 ? 1 : -1);
  }, { passive: false });
  let spread = 0;
  board.addEventListener('touchmove', (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches;
    const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (spread === 0) spread = now;
    else if (now > spread * 1.25 || now < spread / 1.25) {
      resize(now > spread ? -1 : 1);
      spread = now;
    }
  }, { passive: false });
  board.addEventListener('touchend', () => { spread = 0; });

  /** @param {View} view */
  async function table_of(view) {
    const known = await swatches();
    if (table.view !== view) return;
    const { details, status } = view;
    players.replaceChildren(...details.players.map((/** @type {any} */ player, /** @type {number} */ index) => {
      const turn = status.state === 'playing' && status.player === index;
      const item = h('li', { class: turn ? 'turn' : '' });
      item.append(tile(known[COLORS[player.color]], LETTERS[player.color]),
        h('span', {}, player.name === 'human' ? (details.players.length > 1 ? t('blocky.person', { n: index + 1 }) : t('blocky.you')) : player.name), h('b', {}, String(player.score)),
        h('span.small', {}, t(`goal.${player.goal}`, { color: t(`color.${LETTERS[player.color]}`) }), player.penalty ? ` · ${t('blocky.paid', { n: player.penalty })}` : ''));
      return item;
    }));
    turns.textContent = t('blocky.turns', { n: details.turns_left ?? 0 });
  }

  return {
    fields: [
      { key: 'depth', kind: 'number', label: 'blocky.depth', value: 4, min: 1, max: 6 },
      { key: 'turns', kind: 'number', label: 'blocky.length', value: 10, min: 1, max: 200 },
      { key: 'goal', kind: 'choice', label: 'blocky.goal', value: '', choices: [['', 'difficulty.any'], ['blob', 'goal.name.blob'], ['perimeter', 'goal.name.perimeter'], ['diagonal', 'goal.name.diagonal']] },
      { key: 'people', kind: 'number', label: 'blocky.people', value: 1, min: 0, max: 4 },
      { key: 'smart', kind: 'choice', label: 'blocky.computer', value: '', choices: [['', 'blocky.nobody'], ['random', 'bot.random'], ['smart1', 'bot.smart1'], ['smart3', 'bot.smart3'], ['smart5', 'bot.smart5'], ['search24', 'bot.search']] },
      { key: 'later', kind: 'check', label: 'blocky.later', value: false },
    ],
    setup: ({ depth: deep, turns: count, goal, people, smart, later: new_ }) =>
      [`d${deep}`, `t${count}`, goal, ...Array.from({ length: people }, () => 'human'), smart, new_ && '2020'].filter(Boolean).join(','),
    panel() {
      actions.append(...buttons);
      return h('div.panel', {}, players, turns, h('div.row.pair', {}, larger, smaller), block, actions);
    },
    update(view) {
      depth = view.details.depth ?? depth;
      later = view.details.rules === '2020';
      buttons.forEach((one, index) => { one.hidden = index > 4 && !later; });
      show();
      table_of(view);
    },
    act(cell) {
      const target = board.cells.get(cell);
      if (!target) return;
      const { unit } = box();
      const span = Math.max(1, 2 ** Math.round(Math.log2(target.width / unit)));
      const place = chosen();
      const inside = row >= target.row && row < target.row + span && column >= target.column && column < target.column + span;
      if (pinned && inside && place.path !== 'root') pinned = false;
      else {
        if (!inside) [row, column] = [target.row, target.column];
        pinned = true;
      }
      show();
      announce(block.textContent ?? '');
    },
    key(event) {
      const arrow = ARROWS[event.key];
      if (arrow) {
        const place = chosen();
        const size = 2 ** depth;
        const clamp = (/** @type {number} */ value) => Math.max(0, Math.min(size - 1, value));
        const [right, down] = arrow;
        row = down === 0 ? row : clamp(down > 0 ? place.row + place.side : place.row - 1);
        column = right === 0 ? column : clamp(right > 0 ? place.column + place.side : place.column - 1);
        pinned = true;
        const { cell } = deepest();
        if (cell) board.focusCell(cell.name);
        show();
        announce(block.textContent ?? '');
        return true;
      }
      if (event.key === 'w' || event.key === '-' || event.key === 'PageUp') resize(-1);
      else if (event.key === 's' || event.key === '+' || event.key === 'PageDown') resize(1);
      else {
        const found = ACTIONS.find(([key], index) => key === event.key && (index < 5 || later));
        if (!found || (event.key === ' ' && /** @type {HTMLElement} */ (event.target).closest('button'))) return false;
        act(found[1]);
      }
      return true;
    },
    advise({ move = '' }) {
      const path = move.split(' ')[1];
      if (path) outline(cornerOf(path), 'hint');
    },
    async animate(move, before, after) {
      const [action, path] = move.split(' ');
      if (!path || !['rotate_cw', 'rotate_ccw', 'swap_h', 'swap_v'].includes(action) || before.scene === after.scene) return;
      const { left, top, unit } = box();
      const place = cornerOf(path);
      const [x, y, side] = [left + place.column * unit, top + place.row * unit, place.side * unit];
      const within = [...board.cells.values()].filter((cell) => cell.x > x && cell.x < x + side && cell.y > y && cell.y < y + side);
      const over = /** @type {SVGElement | null} */ (board.svg?.querySelector('.over') ?? null);
      over?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 80, fill: 'forwards' });
      const timing = { duration: 300, easing: 'cubic-bezier(.3,.1,.2,1)', fill: /** @type {FillMode} */ ('forwards') };
      const runs = within.map((cell) => {
        const { element } = cell;
        element.parentNode?.append(element);
        const middle = `${x + side / 2}px ${y + side / 2}px`;
        const way = action === 'swap_h' ? `translate(${(cell.x < x + side / 2 ? side : -side) / 2}px, 0)` : action === 'swap_v' ? `translate(0, ${(cell.y < y + side / 2 ? side : -side) / 2}px)` : `rotate(${action === 'rotate_cw' ? 90 : -90}deg)`;
        element.style.transformOrigin = middle;
        return element.animate([{ transform: 'none' }, { transform: way }], timing).finished;
      });
      await Promise.all(runs).catch(() => {});
    },
    steps: (view) => view.seats === 1,
    bot: (view) => (view.status.state === 'playing' && !human(view) ? view.details.players[view.status.player].name : null),
    line: (view) => {
      if (view.status.state !== 'playing') return '';
      const { name } = view.details.players[view.status.player];
      return name !== 'human' ? t('blocky.thinks', { bot: name }) : view.seats > 1 ? t('blocky.to_move', { n: view.status.player + 1 }) : t('blocky.turns', { n: view.details.turns_left ?? 0 });
    },
    end: (status, view) => (status.state !== 'won' ? t(`state.${status.state}`) : view.seats === 1 ? t('blocky.over', { n: view.details.players[0].score }) : t('blocky.winner', { n: status.player + 1, score: view.details.players[status.player].score })),
    keys: ['blocky.level', 'blocky.actions', 'blocky.more'],
  };
}
