// @ts-check
// Blocky: point at a block, make the choice larger or smaller, turn it, swap it, smash it.

/** @import {Part, View} from '../types.js' */
/** @import {Table} from '../game.js' */
import { nameOf, place } from '../board.js';
import { announce, button, h, s } from '../dom.js';
import { t } from '../i18n.js';
import { swatches, tile } from '../palette.js';


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
  /** @type {{path: string, level: number, row: number, column: number, side: number}[]} */
  let blocks = [{ path: 'root', level: 0, row: 0, column: 0, side: 16 }];
  const players = h('ul.players', {});
  const turns = h('p', {});
  const block = h('p.small', { role: 'status' });
  const actions = h('div.actions', { role: 'group', 'aria-label': t('blocky.actions') });
  const buttons = ACTIONS.map(([key, action, name]) => button(name, t(`blocky.${action}`), () => act(action), { title: `${t(`blocky.${action}`)} (${key === ' ' ? 'Space' : key})`, 'data-action': action }));
  const larger = button('plus', t('blocky.larger'), () => resize(-1), { title: `${t('blocky.larger')} (w)`, 'data-action': 'larger' });
  const smaller = button('down', t('blocky.smaller'), () => resize(1), { title: `${t('blocky.smaller')} (s)`, 'data-action': 'smaller' });

  /** Where the board lies in the picture, and how large a unit cell is. */
  let frame = { left: 0, top: 0, unit: 1 };
  function survey() {
    let [left, top, right] = [Infinity, Infinity, -Infinity];
    for (const { points } of board.cells.values()) {
      for (const [x, y] of points) [left, top, right] = [Math.min(left, x), Math.min(top, y), Math.max(right, x)];
    }
    frame = { left, top, unit: (right - left) / 2 ** depth };
  }

  /** The smallest block at the chosen cell down to a level. @param {number} down */
  function blockAt(down) {
    const [x, y] = [column, row];
    return blocks.filter((one) => one.level <= down && x >= one.column && x < one.column + one.side && y >= one.row && y < one.row + one.side)
      .reduce((best, one) => (one.level > best.level ? one : best), blocks[0]);
  }

  const chosen = () => blockAt(level);
  /** @param {string} path */
  const named = (path) => blocks.find((one) => one.path === path) ?? blocks[0];

  /** @param {{row: number, column: number, side: number}} at @param {string} kind */
  function outline(at, kind) {
    const { left, top, unit } = frame;
    board.own?.append(s('rect', {
      class: `mark ${kind}`, 'data-mark': kind, x: left + at.column * unit, y: top + at.row * unit, width: at.side * unit, height: at.side * unit, rx: 3,
      'stroke-width': Math.max(unit * 0.1, 2 ** depth * unit * 0.008),
    }));
  }

  function show() {
    board.unmark('block');
    const at = chosen();
    outline(at, 'block');
    block.textContent = t('blocky.block', { size: at.side, cell: nameOf(at.row, at.column), path: at.path });
  }

  /** @param {number} by */
  function resize(by) {
    level = Math.max(0, Math.min(depth, chosen().level + by));
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
  const human = (view) => view.status.state === 'playing' && !view.details.players[view.status.player].computer;

  /** @param {PointerEvent | WheelEvent} event */
  function point(event) {
    const [x, y] = board.point(event);
    const { left, top, unit } = frame;
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
  async function seated(view) {
    const known = await swatches();
    if (table.view !== view) return;
    const { details, status } = view;
    const people = details.players.filter((/** @type {any} */ one) => !one.computer).length;
    players.replaceChildren(...details.players.map((/** @type {any} */ player, /** @type {number} */ index) => {
      const turn = status.state === 'playing' && status.player === index;
      const item = h('li', { class: turn ? 'turn' : '' });
      item.append(tile(known[player.color_id], player.color_letter),
        h('span', {}, player.computer ? player.name : people > 1 ? t('blocky.person', { n: index + 1 }) : t('blocky.you')), h('b', {}, String(player.score)),
        h('span.small', {}, t(`goal.${player.goal}`, { color: t(`color.${player.color_letter}`) }), player.penalty ? ` · ${t('blocky.paid', { n: player.penalty })}` : ''));
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
    setup: ({ depth: deep, turns: count, goal, people, smart, later: newer }) =>
      [`d${deep}`, `t${count}`, goal, ...Array.from({ length: people }, () => 'human'), smart, newer && '2020'].filter(Boolean).join(','),
    panel() {
      actions.append(...buttons);
      return h('div.panel', {}, players, turns, h('div.row.pair', {}, larger, smaller), block, actions);
    },
    update(view) {
      depth = view.details.depth;
      blocks = view.details.blocks.map((/** @type {any} */ one) => ({ ...one, row: place(one.cell)[0], column: place(one.cell)[1] }));
      survey();
      later = view.details.rules === '2020';
      buttons.forEach((one, index) => { one.hidden = index > 4 && !later; });
      show();
      seated(view);
    },
    act(cell) {
      const target = board.cells.get(cell);
      if (!target) return;
      const leaf = blocks.filter((one) => one.row === target.row && one.column === target.column).reduce((best, one) => (one.level > best.level ? one : best), blocks[0]);
      const inside = blockAt(depth).path === leaf.path;
      if (!inside) [row, column] = [target.row, target.column];
      // A second tap lets the choice follow the pointer again.
      pinned = !(pinned && inside);
      show();
      announce(block.textContent ?? '');
    },
    key(event) {
      const arrow = ARROWS[event.key];
      if (arrow) {
        const at = chosen();
        const size = 2 ** depth;
        const clamp = (/** @type {number} */ value) => Math.max(0, Math.min(size - 1, value));
        const [right, down] = arrow;
        row = down === 0 ? row : clamp(down > 0 ? at.row + at.side : at.row - 1);
        column = right === 0 ? column : clamp(right > 0 ? at.column + at.side : at.column - 1);
        pinned = true;
        const leaf = blockAt(depth);
        board.focusCell(nameOf(leaf.row, leaf.column));
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
      if (path) outline(named(path), 'hint');
    },
    async animate(move, before, after) {
      const [action, path] = move.split(' ');
      if (!path || !['rotate_cw', 'rotate_ccw', 'swap_h', 'swap_v'].includes(action) || before.scene === after.scene) return;
      const { left, top, unit } = frame;
      const at = named(path);
      const [x, y, side] = [left + at.column * unit, top + at.row * unit, at.side * unit];
      const within = [...board.cells.values()].filter((cell) => cell.x > x && cell.x < x + side && cell.y > y && cell.y < y + side);
      for (const layer of board.svg?.querySelectorAll('.over, .sheen') ?? []) layer.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 60, fill: 'forwards' });
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
      const { name, computer } = view.details.players[view.status.player];
      const people = view.details.players.filter((/** @type {any} */ one) => !one.computer).length;
      return computer ? t('blocky.thinks', { bot: name }) : people > 1 ? t('blocky.to_move', { n: view.status.player + 1 }) : t('blocky.turns', { n: view.details.turns_left ?? 0 });
    },
    end: (status, view) => (status.state !== 'won' ? t(`state.${status.state}`) : view.seats === 1 ? t('blocky.over', { n: view.details.players[0].score })
      : !view.details.players[status.player].computer && view.details.players.filter((/** @type {any} */ one) => !one.computer).length === 1 ? t('switcher.won') : t('blocky.winner', { n: status.player + 1, score: view.details.players[status.player].score })),
    keys: ['blocky.level', 'blocky.actions', 'blocky.more'],
  };
}
