// @ts-check
// Tetris: place the falling piece, paint the board, edit the queue, walk through a plan.

/** @import {Part, View, Answer} from '../types.js' */
/** @import {Table} from '../game.js' */
import { api } from '../api.js';
import { nameOf, place } from '../board.js';
import { announce, button, h } from '../dom.js';
import { number, t } from '../i18n.js';
import { shape, swatches } from '../palette.js';

/** @type {Record<string, string[]>} */
const PIECES = { I: ['1111'], Z: ['11.', '.11'], S: ['.11', '11.'], L: ['..1', '111'], J: ['1..', '111'], O: ['11', '11'], T: ['.1.', '111'] };
const LETTERS = 'IZSLJOT';

/** @param {Table} table @returns {Part} */
export function tetris(table) {
  const { board } = table;
  /** Placements of the piece that falls now. @type {string[]} */
  let moves = [];
  let [rotation, column] = [0, 0];
  let editing = false;
  /** @type {string | null} */
  let brush = null;
  /** @type {string[]} */
  let painted = [];
  const queue = h('div.queue', { role: 'group', 'aria-label': t('tetris.queue') });
  const parts = h('table.parts', {});
  const gone = h('p.small', {});
  const controls = h('div.actions', { role: 'group', 'aria-label': t('tetris.piece') },
    button('left', t('tetris.left'), () => shift(-1), { 'data-action': 'left' }), button('right', t('tetris.right'), () => shift(1), { 'data-action': 'right' }),
    button('turn', t('tetris.turn'), () => turn(), { 'data-action': 'turn' }), button('down', t('tetris.drop'), () => fall(), { class: 'main', 'data-action': 'drop' }));
  const edit = button('edit', t('tetris.edit'), () => toggle(), { 'aria-pressed': 'false', 'data-action': 'edit' });
  const keep = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox' }));
  const keepLine = h('label.line', {}, h('span', {}, t('tetris.keep')), keep);
  const editNote = h('p.small', {}, t('tetris.edit.how'));
  keep.addEventListener('change', () => change({ full_rows: keep.checked ? 'keep' : 'clear' }));

  /** The cells a placement fills. @param {View} view @param {string} move @returns {string[]} */
  const landing = (view, move) => (view.details.placements ?? []).find((/** @type {any} */ one) => one.move === move)?.cells ?? [];

  const rotations = () => [...new Set(moves.map((move) => Number(move.split(' ')[0])))];
  const columns = (/** @type {number} */ turned) => moves.filter((move) => Number(move.split(' ')[0]) === turned).map((move) => Number(move.split(' ')[1]));

  /** @param {number} wanted */
  function settle(wanted) {
    const possible = columns(rotation);
    if (possible.length === 0) return;
    column = possible.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best), possible[0]);
  }

  function ghost() {
    board.unmark('ghost');
    if (!editing && table.view.status.state === 'playing') board.mark('ghost', landing(table.view, `${rotation} ${column}`));
  }

  /** @param {number} by */
  function shift(by) {
    settle(column + by);
    ghost();
    announce(t('tetris.at', { column: nameOf(0, column).slice(0, -1) }));
  }

  /** Brings the piece over a column. @param {number} right */
  function follow(right) {
    const wide = table.view.details.columns - Math.max(...columns(rotation)) - 1;
    const before = column;
    settle(right - Math.floor(wide / 2));
    if (column !== before || !board.svg?.querySelector('.mark.ghost')) ghost();
  }

  function turn() {
    const all = rotations();
    rotation = all[(all.indexOf(rotation) + 1) % all.length] ?? 0;
    settle(column);
    ghost();
    announce(t('tetris.turned', { n: rotation + 1 }));
  }

  function fall() {
    const move = `${rotation} ${column}`;
    if (moves.includes(move)) table.play([move]);
  }

  function toggle() {
    editing = !editing;
    edit.setAttribute('aria-pressed', String(editing));
    edit.classList.toggle('main', editing);
    board.classList.toggle('painting', editing);
    board.dragging = editing;
    controls.hidden = editing;
    keepLine.hidden = !editing;
    editNote.hidden = !editing;
    line(table.view);
    ghost();
  }

  /** Begins anew from a changed position. @param {any} what */
  async function change(what) {
    try {
      const view = await api.view('tetris', { ...table.view.position, ...what });
      await table.begin(view);
    } catch (error) {
      table.complain(error);
    }
  }

  /** @param {string} cell */
  function paint(cell) {
    const [row, right] = place(cell);
    const now = painted[row]?.[right];
    if (now === undefined) return;
    brush ??= now === '0' ? '8' : '0';
    painted[row] = painted[row].slice(0, right) + brush + painted[row].slice(right + 1);
    board.mark(brush === '0' ? 'choice' : 'ghost', [cell]);
  }

  board.addEventListener('board-down', (event) => {
    if (!editing) return;
    painted = [...table.view.position.board];
    brush = null;
    paint(/** @type {CustomEvent} */ (event).detail.cell);
  });
  board.addEventListener('board-drag', (event) => { if (editing && brush !== null) paint(/** @type {CustomEvent} */ (event).detail.cell); });
  board.addEventListener('board-up', () => {
    if (!editing || brush === null) return;
    brush = null;
    change({ board: painted });
  });
  board.addEventListener('board-hover', (event) => {
    const { cell } = /** @type {CustomEvent} */ (event).detail;
    if (!cell || editing) return;
    follow(place(cell)[1]);
  });
  board.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    turn();
  });

  /** @param {View} view */
  async function line(view) {
    const known = await swatches();
    if (table.view !== view) return;
    const pieces = /** @type {string[]} */ (view.position.pieces);
    if (pieces.length > 0) board.style.setProperty('--ghost', known[LETTERS.indexOf(pieces[0])].fill);
    const items = pieces.slice(0, 12).map((letter, index) => {
      const picture = shape(PIECES[letter], known[LETTERS.indexOf(letter)].fill);
      const label = t(index === 0 ? 'tetris.now' : 'tetris.next', { piece: letter, n: index + 1 });
      const item = editing
        ? h('button', { type: 'button', 'aria-label': label, title: t('tetris.cycle'), onclick: () => change({ source: null, pieces: pieces.map((one, at) => (at === index ? LETTERS[(LETTERS.indexOf(one) + 1) % 7] : one)) }) })
        : h('span.slot', { role: 'img', 'aria-label': label });
      item.classList.toggle('now', index === 0);
      item.append(picture, h('b', { 'aria-hidden': 'true' }, letter));
      return item;
    });
    if (editing) {
      items.push(h('button', { type: 'button', 'aria-label': t('tetris.add'), onclick: () => change({ source: null, pieces: [...pieces, 'I'] }) }, '+'));
      if (pieces.length > 1) items.push(h('button', { type: 'button', 'aria-label': t('tetris.remove'), onclick: () => change({ source: null, pieces: pieces.slice(0, -1) }) }, '−'));
    }
    queue.replaceChildren(...items);
  }

  /** @param {View} view */
  function score(view) {
    const { details } = view;
    const rows = (Array.isArray(details.parts) ? details.parts : Object.entries(details.parts ?? {}).map(([name, value]) => ({ name, value })));
    parts.replaceChildren(
      h('caption.unseen', {}, t('tetris.score')),
      h('tbody', {}, ...rows.map((/** @type {any} */ part) => h('tr', {}, h('th', { scope: 'row' }, t(`tetris.part.${part.name}`)), h('td', {}, String(part.value)), h('td', {}, number(part.points ?? 0, 3)))),
        h('tr', {}, h('th', { scope: 'row' }, t('tetris.score')), h('td', {}), h('td', {}, number(details.score ?? 0, 3)))));
    gone.textContent = view.position.full_rows === 'clear' ? t('tetris.gone', { n: view.position.cleared }) : t('tetris.stay');
  }

  /** Walks through a plan without playing it. @param {Answer} answer @param {View} start */
  async function walk(answer, start) {
    const plan = answer.moves ?? [];
    const views = [start];
    /** @type {string[][]} */
    const cells = [];
    for (const move of plan) {
      const last = views[views.length - 1];
      cells.push(landing(last, move));
      views.push(await api.play('tetris', last.position, [move]));
    }
    if (table.view !== start) return;
    const known = await swatches();
    const tint = (/** @type {string | undefined} */ letter) => letter && board.style.setProperty('--ghost', known[LETTERS.indexOf(letter)].fill);
    let at = 0;
    const label = h('p', { role: 'status' });
    const show = () => {
      const view = at === 0 ? start : views[at];
      board.show(view.scene, {});
      score(view);
      board.unmark();
      tint(view.position.pieces[0]);
      if (at > 0 && start.position.full_rows === 'keep') board.mark('chosen', cells[at - 1]);
      if (at < plan.length) board.mark('ghost', cells[at]);
      label.textContent = at < plan.length ? t('tetris.step', { n: at + 1, all: plan.length, piece: views[at].position.pieces[0], move: plan[at] }) : t('tetris.done', { score: number(view.details.score ?? 0, 3) });
    };
    const go = (/** @type {number} */ by) => { at = Math.max(0, Math.min(plan.length, at + by)); show(); };
    const leave = () => { tint(start.position.pieces[0]); board.show(start.scene); score(start); table.quiet(); ghost(); };
    table.say(
      h('p', {}, h('strong', {}, `${t('solve.found', { n: plan.length })}, ${t(`proof.${answer.proof ?? 'first_found'}`)}`)), label,
      h('div.row', {}, button('left', t('tetris.before'), () => go(-1)), button('right', t('tetris.after'), () => go(1), { 'data-action': 'after' })),
      h('div.row', {}, button('play', t('hint.play'), () => run(plan), { class: 'main', 'data-tool': 'play-plan' }), button('close', t('close'), leave)),
    );
    show();
  }

  /** @param {string[]} plan */
  async function run(plan) {
    for (const move of plan) if (!(await table.play([move]))) return;
  }

  return {
    fields: [
      { key: 'columns', kind: 'number', label: 'columns', value: 10, min: 4, max: 64 },
      { key: 'rows', kind: 'number', label: 'rows', value: 20, min: 4, max: 64 },
      { key: 'keep', kind: 'check', label: 'tetris.keep', value: false },
    ],
    setup: ({ columns: wide, rows, keep: stay }) => `${wide}x${rows}${stay ? '-keep' : ''}`,
    panel: () => {
      keepLine.hidden = true;
      editNote.hidden = true;
      return h('div.panel', {}, queue, controls, parts, gone, edit, editNote, keepLine);
    },
    drags: () => editing,
    update(view) {
      moves = (view.details.placements ?? []).map((/** @type {any} */ one) => one.move);
      keep.checked = view.position.full_rows === 'keep';
      line(view);
      score(view);
      if (view.status.state !== 'playing') return;
      rotation = rotations()[0] ?? 0;
      settle(Math.floor(view.details.columns / 2) - 1);
      ghost();
    },
    act(cell) {
      // A tap elsewhere brings the piece there, a tap where it would land lets it fall; a hovering pointer is there already.
      const right = place(cell)[1];
      const mine = landing(table.view, `${rotation} ${column}`).some((one) => place(one)[1] === right);
      if (mine) fall();
      else follow(right);
    },
    key(event, cell) {
      const onButton = /** @type {HTMLElement} */ (event.target).closest('button, summary, a, ol');
      if (editing && (event.key === ' ' || event.key === 'Enter') && !onButton) {
        painted = [...table.view.position.board];
        brush = null;
        paint(cell);
        brush = null;
        change({ board: painted });
        return true;
      }
      if (editing) return false;
      if (event.key === 'ArrowLeft') shift(-1);
      else if (event.key === 'ArrowRight') shift(1);
      else if (event.key === 'ArrowUp') turn();
      else if (event.key === 'ArrowDown' || ((event.key === ' ' || event.key === 'Enter') && !onButton)) fall();
      else return false;
      return true;
    },
    advise({ move = '' }, view) {
      const [turned, at] = move.split(' ').map(Number);
      [rotation, column] = [turned, at];
      ghost();
      board.mark('hint', landing(view, move));
    },
    planned(answer, view) {
      walk(answer, view).catch((error) => table.complain(error));
      return true;
    },
    line: (view) => t('tetris.line', { piece: view.position.pieces[0] ?? '', n: view.position.pieces.length }),
    end: (status) => t(status.state === 'won' ? 'tetris.won' : 'tetris.lost'),
    keys: ['tetris'],
  };
}
