// @ts-check
// Flow: drag paths from dot to dot. Back over yourself erases, crossing cuts; the server has the last word.

/** @import {Part, View} from '../types.js' */
/** @import {Table} from '../game.js' */
import { nameOf, place } from '../board.js';
import { announce, h, s } from '../dom.js';
import { number, t } from '../i18n.js';
import { isStill } from '../settings.js';

/** A puzzle as its one line tells it: rows of marks, then `torus`, `hex` and walls. @param {string} line */
export function readBoard(line) {
  const [grid, ...more] = line.split(',');
  const rows = grid.split('/').map((row) => [...row]);
  const walls = new Set();
  for (const part of more) {
    const wall = part.match(/^w(\d+)\.(\d+)-(\d+)\.(\d+)$/);
    if (!wall) continue;
    const [one, other] = [nameOf(Number(wall[1]), Number(wall[2])), nameOf(Number(wall[3]), Number(wall[4]))];
    walls.add(`${one} ${other}`).add(`${other} ${one}`);
  }
  return { rows, walls, torus: more.includes('torus'), hex: more.includes('hex'), rest: more };
}

/** @param {Table} table @returns {Part} */
export function flow(table) {
  const { board } = table;
  /** @type {ReturnType<typeof readBoard>} */
  let puzzle = readBoard('.');
  /** @type {string[]} letters of the colours, in order of their first dot */
  let letters = [];
  /** @type {string[][]} */
  let lines = [];
  /** @type {Map<string, string[]>} */
  let near = new Map();
  let known = '';
  let count = 0;
  /** The path being drawn. @type {{color: number, path: string[], moved: boolean, had: boolean} | null} */
  let hand = null;
  const filled = h('p.big', {});
  const meter = /** @type {HTMLProgressElement} */ (h('progress', { max: 1, value: 0, 'aria-label': t('flow.filled') }));
  const chips = h('div.chips', { role: 'group', 'aria-label': t('flow.colors') });
  const rule = h('p.small', {});

  const markAt = (/** @type {string} */ cell) => {
    const [row, column] = place(cell);
    return puzzle.rows[row]?.[column] ?? '_';
  };
  const isBridge = (/** @type {string} */ cell) => markAt(cell) === '*';
  const dotAt = (/** @type {string} */ cell) => letters.indexOf(markAt(cell));
  /** The line on a cell. @param {string} cell */
  const lineAt = (cell) => lines.findIndex((line) => line.includes(cell));

  function survey() {
    near = new Map();
    for (const name of board.cells.keys()) near.set(name, board.beside(name).filter((other) => !puzzle.walls.has(`${name} ${other}`)));
    if (!puzzle.torus) return;
    const [high, wide] = [puzzle.rows.length, puzzle.rows[0].length];
    /** @param {string} one @param {string} other */
    const join = (one, other) => {
      if (one === other || !near.has(one) || !near.has(other) || puzzle.walls.has(`${one} ${other}`)) return;
      near.get(one)?.push(other);
      near.get(other)?.push(one);
    };
    for (let row = 0; row < high; row += 1) join(nameOf(row, 0), nameOf(row, wide - 1));
    for (let column = 0; column < wide; column += 1) join(nameOf(0, column), nameOf(high - 1, column));
  }

  /** Whether the hand may go on from its last cell to this one. @param {string} cell @param {string[]} path @param {number} color */
  function open(cell, path, color) {
    const last = path[path.length - 1];
    if (!near.get(last)?.includes(cell)) return false;
    if (path.length > 1 && dotAt(last) >= 0) return false;
    const dot = dotAt(cell);
    if (dot >= 0 && dot !== color) return false;
    if (isBridge(last)) {
      const [[row], [before, column]] = [place(cell), place(path[path.length - 2] ?? cell)];
      const straight = (place(cell)[1] === column) === (place(last)[1] === column) && (row === before) === (place(last)[0] === before);
      if (!straight) return false;
    }
    return isBridge(cell) || !path.includes(cell);
  }

  /** A short way for a hand that moved fast. @param {string} cell @returns {string[] | null} */
  function way(cell) {
    if (!hand) return null;
    const { path, color } = hand;
    /** @type {string[][]} */
    let edge = [[]];
    const seen = new Set([path[path.length - 1]]);
    for (let length = 0; length < 8 && edge.length > 0; length += 1) {
      const next = [];
      for (const steps of edge) {
        const all = [...path, ...steps];
        for (const other of near.get(all[all.length - 1]) ?? []) {
          if (seen.has(other) || !open(other, all, color)) continue;
          if (other === cell) return [...steps, other];
          if (lineAt(other) >= 0 && lineAt(other) !== color) continue;
          seen.add(other);
          next.push([...steps, other]);
        }
      }
      edge = next;
    }
    return null;
  }

  /** The other lines as the hand leaves them: cut where it crosses. */
  function cut() {
    return lines.map((line, color) => {
      if (!hand || color === hand.color) return line;
      const { path } = hand;
      const at = line.findIndex((cell) => !isBridge(cell) && path.includes(cell));
      return at < 0 ? line : line.slice(0, at);
    });
  }

  function preview() {
    board.svg?.querySelector('.preview')?.remove();
    board.classList.toggle('drawing', hand !== null);
    const over = board.svg?.querySelector('.over');
    if (!hand || !over) return;
    const layer = s('g', { class: 'preview' });
    over.insertBefore(layer, over.querySelector('circle'));
    const all = cut();
    all[hand.color] = hand.path;
    const dots = [...(board.svg?.querySelectorAll('.over circle') ?? [])];
    all.forEach((line, color) => {
      if (line.length === 0) return;
      const fill = dots[2 * color]?.getAttribute('fill') ?? '#888';
      let path = '';
      line.forEach((name, index) => {
        const cell = board.cells.get(name);
        if (!cell) return;
        const before = index > 0 ? board.cells.get(line[index - 1]) : undefined;
        const far = before && Math.hypot(cell.x - before.x, cell.y - before.y) > 1.6 * board.unit;
        path += `${before && !far ? 'L' : 'M'}${cell.x} ${cell.y}`;
      });
      if (line.length === 1) path += 'h0.01';
      layer.append(s('path', { d: path, class: color === hand?.color ? 'pipe mine' : 'pipe', stroke: fill, 'stroke-width': 0.38 * board.unit }));
    });
    meterShow(new Set(all.flatMap((line) => (line.length > 1 ? line : []))).size);
  }

  /** @param {number} count */
  function meterShow(count) {
    const total = table.view?.details?.total || board.cells.size;
    const part = Math.min(1, count / total);
    meter.value = part;
    filled.replaceChildren(h('strong', {}, `${number(Math.floor(part * 100))} %`), ' ', t('flow.filled'));
  }

  /** @param {string} cell */
  function take(cell) {
    const dot = dotAt(cell);
    const at = lineAt(cell);
    if (dot >= 0) {
      hand = { color: dot, path: [cell], moved: false, had: lines[dot].length > 1 };
    } else if (at >= 0 && !isBridge(cell)) {
      const line = lines[at];
      hand = { color: at, path: line.slice(0, line.indexOf(cell) + 1), moved: false, had: true };
    }
    preview();
  }

  /** @param {string} cell */
  function drag(cell) {
    if (!hand) return;
    const { path } = hand;
    if (cell === path[path.length - 1]) return;
    const back = path.lastIndexOf(cell);
    const direct = open(cell, path, hand.color);
    if (back >= 0 && !(isBridge(cell) && direct)) {
      path.length = back + 1;
    } else {
      const steps = direct ? [cell] : way(cell);
      if (!steps) return;
      path.push(...steps);
    }
    hand.moved = true;
    preview();
  }

  /** @param {boolean} [keep] whether the hand stays on the board, as with keys */
  async function drop(keep = false) {
    if (!hand) return;
    const { color, path, moved, had } = hand;
    const moves = [];
    cut().forEach((line, other) => {
      if (other === color || line.length === lines[other].length) return;
      moves.push(line.length > 1 ? line.join('-') : `x ${lines[other][0]}`);
    });
    const old = lines[color].join('-');
    if (path.length > 1 && path.join('-') !== old) moves.push(path.join('-'));
    else if (path.length === 1 && had && (moved || dotAt(path[0]) >= 0)) moves.push(`x ${path[0]}`);
    if (!keep) hand = null;
    if (moves.length > 0) {
      const done = await table.play(moves, path[path.length - 1]);
      if (!done) hand = null;
    }
    preview();
  }

  board.addEventListener('board-down', (event) => take(/** @type {CustomEvent} */ (event).detail.cell));
  board.addEventListener('board-drag', (event) => drag(/** @type {CustomEvent} */ (event).detail.cell));
  board.addEventListener('board-up', () => drop());

  const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });

  /** @param {string} cell */
  const say = (cell) => {
    const dot = dotAt(cell);
    const at = lineAt(cell);
    if (dot >= 0) return t(at >= 0 ? 'flow.say.joined' : 'flow.say.dot', { cell, color: letters[dot] });
    if (at >= 0) return t('flow.say.line', { cell, color: letters[at] });
    return isBridge(cell) ? t('flow.say.bridge', { cell }) : t('flow.say.empty', { cell });
  };

  return {
    fields: [
      { key: 'columns', kind: 'number', label: 'columns', value: 7, min: 3, max: 40 },
      { key: 'rows', kind: 'number', label: 'rows', value: 7, min: 3, max: 40 },
      { key: 'free', kind: 'check', label: 'flow.free', value: false },
      { key: 'touch', kind: 'choice', label: 'flow.touch', value: 'allow', choices: [['allow', 'flow.touch.allow'], ['forbid', 'flow.touch.forbid'], ['no2x2', 'flow.touch.no2x2']] },
    ],
    setup: ({ columns, rows, free, touch }) => [`${columns}x${rows}`, free && 'free', touch !== 'allow' && touch].filter(Boolean).join('-'),
    panel: () => h('div.panel', {}, filled, meter, chips, rule),
    drags: () => true,
    say,
    update(view, before) {
      const { position, details } = view;
      if (position.board !== known) {
        known = position.board;
        puzzle = readBoard(known);
        letters = [];
        for (const mark of puzzle.rows.flat()) if (/[^._*]/.test(mark) && !letters.includes(mark)) letters.push(mark);
        hand = null;
        survey();
      }
      lines = position.lines.map((/** @type {[number, number][]} */ line) => line.map(([row, column]) => nameOf(row, column)));
      while (lines.length < letters.length) lines.push([]);
      for (const name of board.cells.keys()) board.cells.get(name)?.element.setAttribute('aria-label', say(name));
      meterShow(details?.filled ?? new Set(lines.flatMap((line) => (line.length > 1 ? line : []))).size);
      // On hexagons the scene also writes letters under the pipes, for terminals; here the pipes say it.
      if (puzzle.hex) for (const text of board.svg?.querySelectorAll('[data-cell] text') ?? []) text.remove();
      for (const path of board.svg?.querySelectorAll('.over > path') ?? []) path.classList.toggle('drawn', Number(path.getAttribute('stroke-width')) > 0.2 * board.unit);
      const dots = [...(board.svg?.querySelectorAll('.over circle') ?? [])];
      const state = /** @type {Map<string, boolean>} */ (new Map((details?.colors ?? []).map((/** @type {any} */ one) => [one.letter, one.done])));
      chips.replaceChildren(...letters.map((letter, index) => {
        const done = state.get(letter) ?? false;
        const chip = h('span.chip', { class: done ? 'chip done' : 'chip', role: 'img', 'aria-label': t(done ? 'flow.joined' : 'flow.apart', { color: letter }) });
        chip.append(s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('circle', { cx: 10, cy: 10, r: 9, fill: dots[2 * index]?.getAttribute('fill') ?? '#888' })), h('b', { 'aria-hidden': 'true' }, letter));
        return chip;
      }));
      rule.textContent = [t(position.fill ? 'flow.rule.fill' : 'flow.rule.free'), position.touch !== 'allow' && t(`flow.rule.${position.touch}`), puzzle.torus && t('flow.rule.torus')].filter(Boolean).join(' · ');
      if (before && !isStill()) grow(before);
      // Fast fingers are ahead of the server: what came back may be the beginning of what the hand has drawn since.
      if (table.steps.length < count) hand = null;
      count = table.steps.length;
      if (hand) {
        const { color, path } = hand;
        if (!lines[color].every((cell, index) => cell === path[index])) hand = null;
      }
      preview();
    },
    advise({ move = '' }) {
      const cells = move.startsWith('x ') ? [] : move.split('-').flatMap((name) => board.cells.get(name) ?? []);
      if (cells.length > 1) board.own?.append(s('polyline', { class: 'advice', 'data-mark': 'advice', points: cells.map((cell) => `${cell.x},${cell.y}`).join(' '), 'stroke-width': 0.16 * board.unit }));
      if (move.startsWith('x ')) board.mark('bad', lines[lineAt(move.slice(2))] ?? []);
    },
    clear: (view) => view.position.lines.filter((/** @type {any[]} */ line) => line.length > 0).map((/** @type {any[]} */ line) => `x ${nameOf(line[0][0], line[0][1])}`),
    act(cell) {
      // By keys: the first press takes a line up, the second lays it down.
      if (hand) {
        hand = null;
        preview();
        announce(t('flow.laid'));
      } else if (dotAt(cell) >= 0 || lineAt(cell) >= 0) {
        take(cell);
        announce(t('flow.taken', { color: letters[hand ? /** @type {any} */ (hand).color : 0] }));
      }
    },
    key(event, cell) {
      if (event.key === 'Escape' && hand) {
        hand = null;
        preview();
        return true;
      }
      if ((event.key === 'Delete' || event.key === 'Backspace') && lineAt(cell) >= 0) {
        hand = null;
        table.play([`x ${cell}`]);
        return true;
      }
      const arrow = ARROWS[event.key];
      if (!arrow || !hand) return false;
      const last = hand.path[hand.path.length - 1];
      const next = board.towards(last, arrow);
      const wrapped = puzzle.torus ? near.get(last)?.find((other) => {
        const [row, column] = place(other);
        const [here, there] = place(last);
        return (arrow[0] !== 0 && row === here && Math.abs(column - there) > 1 && (column < there) === (arrow[0] > 0))
          || (arrow[1] !== 0 && column === there && Math.abs(row - here) > 1 && (row < here) === (arrow[1] > 0));
      }) : undefined;
      const target = next && near.get(last)?.includes(next) ? next : wrapped;
      if (!target) return true;
      drag(target);
      if (hand && hand.path[hand.path.length - 1] === target) {
        board.focusCell(target);
        drop(true);
        if (dotAt(target) === hand.color && hand.path.length > 1) {
          hand = null;
          announce(t('flow.say.joined', { cell: target, color: letters[dotAt(target)] }));
        }
      }
      return true;
    },
    line: (view) => t('flow.line', { n: view.details?.pairs ?? letters.length, joined: view.details?.joined ?? 0 }),
    end: () => t('flow.won'),
    keys: ['flow'],
  };

  /** Lets a line that is new grow from its first dot. @param {View} before */
  function grow(before) {
    const old = before.position.lines;
    const pipes = [...(board.svg?.querySelectorAll('.over > path.drawn') ?? [])];
    const drawn = lines.map((line, index) => ({ line, index })).filter(({ line }) => line.length > 1);
    if (pipes.length !== drawn.length || hand) return;
    drawn.forEach(({ line, index }, place) => {
      if (old[index]?.length > 1 || line.length < 3) return;
      const pipe = pipes[place];
      pipe.setAttribute('pathLength', '1');
      pipe.animate([{ strokeDasharray: '0 1' }, { strokeDasharray: '1 0' }], { duration: 60 * Math.min(10, line.length), easing: 'ease-in-out' });
    });
  }
}
