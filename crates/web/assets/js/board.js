// @ts-check
// The board: the server's SVG, made into a grid that mouse, touch, keyboard and screen readers can use.
// It knows cells and gestures, and nothing of any game.

import { s } from './dom.js';
import { isStill } from './settings.js';

/** @typedef {{name: string, row: number, column: number, element: SVGElement, shape: SVGElement, outline: string,
 *   points: [number, number][], x: number, y: number, width: number, fill: string}} BoardCell */

/** Column and row of `C4`, from 0. @param {string} name @returns {[row: number, column: number]} */
export function place(name) {
  const [, letters, digits] = /** @type {RegExpMatchArray} */ (name.match(/^([A-Z]+)(\d+)$/) ?? ['', 'A', '1']);
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [Number(digits) - 1, column];
}

/** @param {number} row @param {number} column */
export function nameOf(row, column) {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}

/** @param {string} path @returns {[number, number][]} */
const pointsOf = (path) =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])]);

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
});

export class Board extends HTMLElement {
  constructor() {
    super();
    /** @type {Map<string, BoardCell>} */
    this.cells = new Map();
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.unit = 48;
    this.cursor = '';
    this.label = '';
    /** @type {(cell: string) => string} */
    this.say = (cell) => this.cells.get(cell)?.element.getAttribute('data-spoken') ?? cell;
    /** @type {boolean} */
    this.dragging = false;
    const pointing = () => { this.#byPointer = true; };
    const typing = () => { this.#byPointer = false; };
    document.addEventListener('pointerdown', pointing, true);
    document.addEventListener('keydown', typing, true);
    this.forget = () => {
      document.removeEventListener('pointerdown', pointing, true);
      document.removeEventListener('keydown', typing, true);
    };
    this.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('focusin', (event) => {
      const cell = this.#cellOf(/** @type {Element} */ (event.target));
      if (cell) this.#setCursor(cell);
      this.classList.toggle('focused', !this.#byPointer);
    });
    this.addEventListener('focusout', () => this.classList.toggle('focused', false));
    this.addEventListener('pointerdown', (event) => this.#down(event));
    this.addEventListener('pointermove', (event) => this.#move(event));
    this.addEventListener('pointerup', (event) => this.#up(event));
    this.addEventListener('pointercancel', (event) => this.#up(event));
    this.addEventListener('pointerleave', () => this.#tell('leave', ''));
  }

  #byPointer = false;

  /** @param {Element | null} element */
  #cellOf(element) {
    return element?.closest?.('[data-cell]')?.getAttribute('data-cell') ?? '';
  }

  /** @param {string} kind @param {string} cell @param {any} [more] */
  #tell(kind, cell, more = {}) {
    return this.dispatchEvent(new CustomEvent(`board-${kind}`, { detail: { cell, ...more }, cancelable: true }));
  }

  /**
   * Shows a scene. Cells that changed colour change it in a wave that begins at `origin`.
   * @param {string} scene @param {{origin?: string, still?: boolean}} [how]
   */
  show(scene, how = {}) {
    const parsed = new DOMParser().parseFromString(scene, 'image/svg+xml').documentElement;
    if (parsed.nodeName !== 'svg') return;
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    const before = this.cells;
    const held = this.contains(document.activeElement);
    this.cells = new Map();
    svg.querySelector('title')?.remove();
    svg.querySelector(':scope > rect')?.remove();

    const over = s('g', { class: 'over', 'aria-hidden': 'true' });
    const under = s('g', { class: 'under', 'aria-hidden': 'true' });
    const rows = /** @type {Map<number, SVGElement>} */ (new Map());
    let smallest = Infinity;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    const children = /** @type {SVGElement[]} */ ([...svg.children]);
    for (const [index, element] of children.entries()) {
      const name = element.getAttribute('data-cell');
      if (name === null) {
        if (element.tagName === 'text' && element.getAttribute('text-anchor') === 'start') {
          element.remove();
          continue;
        }
        // A text after a disc is the letter of a dot; any other names a row or a column.
        if (element.tagName === 'text' && children[index - 1]?.tagName !== 'circle') element.classList.add('axis');
        over.append(element);
        continue;
      }
      const shape = /** @type {SVGElement} */ (element.firstElementChild);
      const outline = shape.getAttribute('d') ?? '';
      const points = pointsOf(outline);
      const xs = points.map(([x]) => x);
      const ys = points.map(([, y]) => y);
      const width = Math.max(...xs) - Math.min(...xs);
      [left, top] = [Math.min(left, ...xs), Math.min(top, ...ys)];
      [right, bottom] = [Math.max(right, ...xs), Math.max(bottom, ...ys)];
      smallest = Math.min(smallest, width);
      const [row, column] = place(name);
      const x = xs.reduce((sum, one) => sum + one, 0) / xs.length;
      const y = ys.reduce((sum, one) => sum + one, 0) / ys.length;
      this.cells.set(name, { name, row, column, element, shape, outline, points, x, y, width, fill: shape.getAttribute('fill') ?? '' });
      element.setAttribute('role', 'gridcell');
      element.setAttribute('tabindex', '-1');
      element.setAttribute('data-spoken', element.getAttribute('aria-label') ?? name);
      const group = rows.get(row) ?? s('g', { role: 'row' });
      rows.set(row, group);
      group.append(element);
    }
    this.unit = Number.isFinite(smallest) ? smallest : 48;
    const glaze = s('path', { class: 'glaze', d: [...this.cells.values()].map((cell) => cell.outline).join('') });
    svg.append(under, ...[...rows].sort(([one], [other]) => one - other).map(([, group]) => group));
    svg.append(s('g', { 'aria-hidden': 'true', class: 'sheen' }, glaze), over, s('g', { class: 'marks', 'aria-hidden': 'true' }), s('g', { class: 'own', 'aria-hidden': 'true' }));
    svg.setAttribute('role', 'grid');
    svg.setAttribute('aria-label', this.label);
    const axis = over.querySelector('.axis') && document.documentElement.dataset.axes === 'shown' ? 0.5 * this.unit : 0.04 * this.unit;
    const rim = 0.06 * this.unit;
    svg.setAttribute('viewBox', `${left - axis} ${top - axis} ${right - left + axis + rim} ${bottom - top + axis + rim}`);
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    this.style.setProperty('--ratio', String((right - left + axis + rim) / (bottom - top + axis + rim)));
    const old = this.svg;
    this.svg = svg;
    if (old) old.replaceWith(svg);
    else this.append(svg);

    for (const name of this.cells.keys()) this.#speak(name);
    if (!this.cells.has(this.cursor)) this.cursor = this.#nearestTo(before.get(this.cursor)) ?? [...this.cells.keys()][0] ?? '';
    this.#setCursor(this.cursor);
    if (held) this.focusCell(this.cursor);
    if (!how.still && !isStill() && before.size > 0) this.#wave(before, how.origin);
  }

  /** @param {string} name */
  #speak(name) {
    this.cells.get(name)?.element.setAttribute('aria-label', this.say(name));
  }

  /** @param {BoardCell | undefined} cell */
  #nearestTo(cell) {
    if (!cell) return undefined;
    const far = (/** @type {BoardCell} */ other) => Math.hypot(other.x - cell.x, other.y - cell.y);
    return [...this.cells.values()].sort((one, other) => far(one) - far(other))[0]?.name;
  }

  /** @param {Map<string, BoardCell>} before @param {string | undefined} origin */
  #wave(before, origin) {
    const start = origin ? this.cells.get(origin) : undefined;
    for (const cell of this.cells.values()) {
      const old = before.get(cell.name);
      const far = start ? Math.hypot(cell.x - start.x, cell.y - start.y) / this.unit : 0;
      const timing = { duration: 220, delay: Math.min(far * 32, 700), fill: /** @type {FillMode} */ ('backwards'), easing: 'ease-out' };
      if (!old || old.outline !== cell.outline) cell.element.animate([{ opacity: 0.25 }, { opacity: 1 }], { ...timing, delay: 0 });
      else if (old.fill !== cell.fill) cell.shape.animate([{ fill: old.fill }, { fill: cell.fill }], timing);
    }
  }

  /** @param {string} name */
  #setCursor(name) {
    const old = this.cells.get(this.cursor);
    old?.element.setAttribute('tabindex', '-1');
    this.cursor = name;
    const cell = this.cells.get(name);
    cell?.element.setAttribute('tabindex', '0');
    this.unmark('cursor');
    if (cell) this.mark('cursor', [name]);
    this.#tell('cursor', name);
  }

  /** @param {string} name */
  focusCell(name) {
    this.cells.get(name)?.element.focus({ preventScroll: true });
  }

  /** Lays a mark of a kind over cells. @param {string} kind @param {Iterable<string>} names */
  mark(kind, names) {
    const layer = this.svg?.querySelector(':scope > .marks');
    if (!layer) return;
    for (const name of names) {
      const cell = this.cells.get(name) ?? this.#covering(name);
      if (cell) layer.append(s('path', { class: `mark ${kind}`, d: cell.outline, 'data-mark': kind, 'stroke-width': (0.09 * this.unit).toFixed(2) }));
    }
  }

  /** The tile that covers a cell of which it is not the corner. @param {string} name */
  #covering(name) {
    const [row, column] = place(name);
    return [...this.cells.values()].find((cell) => {
      const span = Math.round(cell.width / this.unit);
      return row >= cell.row && row < cell.row + span && column >= cell.column && column < cell.column + span;
    });
  }

  /** @param {string} [kind] */
  unmark(kind) {
    const marks = this.svg?.querySelectorAll(kind ? `[data-mark="${kind}"]` : '[data-mark]:not(.cursor)') ?? [];
    for (const mark of marks) mark.remove();
  }

  /** A layer of its own for what a game draws. */
  get own() {
    return /** @type {SVGElement} */ (this.svg?.querySelector(':scope > .own'));
  }

  /** The neighbours of a cell that share a side with it. @param {string} name @returns {string[]} */
  beside(name) {
    const cell = this.cells.get(name);
    if (!cell) return [];
    const near = 1.35 * this.unit;
    return [...this.cells.values()]
      .filter((other) => other !== cell && Math.hypot(other.x - cell.x, other.y - cell.y) < near)
      .filter((other) => {
        const gap = 0.13 * this.unit;
        const shared = cell.points.filter(([x, y]) => other.points.some(([u, v]) => Math.hypot(x - u, y - v) < gap));
        return shared.length >= 2;
      })
      .map((other) => other.name);
  }

  /** @param {PointerEvent} event */
  #at(event) {
    return this.#cellOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  /** Where a pointer is, in the units of the picture. @param {PointerEvent | WheelEvent} event */
  point(event) {
    const matrix = this.svg?.getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [at.x, at.y];
  }

  #downAt = '';
  #pointer = -1;

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const cell = this.#at(event);
    if (!cell) return;
    this.#downAt = cell;
    this.#pointer = event.pointerId;
    this.#setCursor(cell);
    if (this.dragging) {
      event.preventDefault();
      this.setPointerCapture(event.pointerId);
      this.focusCell(cell);
      this.#tell('down', cell, { event });
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.dragging && event.pointerId === this.#pointer) {
      const events = event.getCoalescedEvents?.() ?? [];
      for (const one of events.length > 0 ? events : [event]) {
        const cell = this.#at(one);
        if (cell) this.#tell('drag', cell, { event: one });
      }
    } else if (event.pointerType !== 'touch') {
      this.#tell('hover', this.#at(event), { event });
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = -1;
    const cell = this.#at(event);
    if (this.dragging) this.#tell('up', cell, { event });
    else if (event.type === 'pointerup' && cell && cell === this.#downAt) {
      this.focusCell(cell);
      this.#tell('act', cell, { event });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    this.classList.add('focused');
    if (!this.#tell('key', this.cursor, { event })) {
      event.preventDefault();
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      this.step(arrow);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#tell('act', this.cursor, { event });
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      const row = [...this.cells.values()].filter((cell) => cell.row === this.cells.get(this.cursor)?.row);
      const target = event.key === 'Home' ? row[0] : row[row.length - 1];
      if (target) this.focusCell(target.name);
    }
  }

  /** Moves the cursor one cell. @param {[number, number]} direction */
  step([right, down]) {
    const next = this.towards(this.cursor, [right, down]);
    if (next) this.focusCell(next);
  }

  /** The nearest cell in a direction. @param {string} from @param {[number, number]} direction */
  towards(from, [right, down]) {
    const here = this.cells.get(from);
    if (!here) return undefined;
    let best;
    let least = Infinity;
    for (const cell of this.cells.values()) {
      const along = (cell.x - here.x) * right + (cell.y - here.y) * down;
      const aside = Math.abs((cell.x - here.x) * down) + Math.abs((cell.y - here.y) * right);
      if (along < 0.2 * this.unit) continue;
      const cost = along + 2.5 * aside;
      if (cost < least) [best, least] = [cell.name, cost];
    }
    return best;
  }
}

customElements.define('azulejo-board', Board);
