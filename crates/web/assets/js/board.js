// @ts-check
// A board: one SVG of the server, made into something that mouse, touch, keyboard and screen readers can use.
// It knows handles and gestures, and nothing of any game.

/** @import {Gesture, Picture} from './types.js' */
import { s } from './dom.js';
import { isStill } from './settings.js';

/** @typedef {{x: number, y: number, left: number, top: number, right: number, bottom: number}} Place */

/** The name of a cell: `C4` for row 3, column 2. @param {number} row @param {number} column */
function nameOf(row, column) {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}

export const ARROWS = /** @type {Record<string, [right: number, down: number]>} */ ({
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
});

// Whether the keyboard leads: only then a ring shows where it is.
for (const [event, input] of [
  ['pointerdown', 'pointer'],
  ['keydown', 'keys'],
]) {
  document.addEventListener(
    event,
    () => {
      document.documentElement.dataset.input = input;
    },
    true,
  );
}

/** Whether two pictures have the same parts, whatever they look like. @param {Element} one @param {Element} other @returns {boolean} */
const isAlike = (one, other) =>
  one.tagName === other.tagName &&
  one.getAttribute('data-handle') === other.getAttribute('data-handle') &&
  one.children.length === other.children.length &&
  [...one.children].every((child, index) => isAlike(child, other.children[index]));

/** Makes one picture look like another with the same parts. @param {Element} one @param {Element} other */
function takeOver(one, other) {
  for (const { name } of [...one.attributes]) if (name !== 'tabindex' && !other.hasAttribute(name)) one.removeAttribute(name);
  for (const { name, value } of other.attributes) {
    if (name !== 'tabindex' && one.getAttribute(name) !== value) one.setAttribute(name, value);
  }
  if (one.children.length === 0 && one.textContent !== other.textContent) one.textContent = other.textContent;
  [...one.children].forEach((child, index) => {
    takeOver(child, other.children[index]);
  });
}

/** How many times as far, or as near, two fingers must go to mean something. */
const PINCH = 1.3;

export class Board extends HTMLElement {
  /** @type {SVGSVGElement | null} */
  svg = null;
  label = '';
  cursor = '';
  /** @type {Map<string, Place>} */
  #places = new Map();
  /** Where the cursor was seen last. @type {Place | undefined} */
  #here;
  /** What is where, in one text. */
  #plan = '';
  /** What was shown last, in one text. */
  #seen = '';
  #pointer = -1;
  #downAt = '';
  #dragged = false;
  /** What the pointer is over. */
  over = '';
  #frame = 0;
  /** Fingers on the board, by their pointers. @type {Map<number, [x: number, y: number]>} */
  #fingers = new Map();
  /** How far two fingers were from each other when they last meant something. */
  #spread = 0;

  constructor() {
    super();
    this.addEventListener('focusin', (event) => this.#point(this.#handleOf(/** @type {Element} */ (event.target))));
    this.addEventListener('pointerdown', (event) => this.#pinch(event) || this.#down(event));
    this.addEventListener('pointermove', (event) => this.#pinch(event) || this.#move(event));
    this.addEventListener('pointerup', (event) => this.#pinch(event) || this.#up(event));
    this.addEventListener('pointercancel', (event) => this.#pinch(event) || this.#up(event));
    this.addEventListener('pointerleave', () => this.#hover(''));
    // Screen readers click without a pointer.
    this.addEventListener('click', (event) => {
      const handle = this.#handleOf(/** @type {Element} */ (event.target));
      if (event.detail === 0 && handle) this.#tell('tap', handle);
    });
  }

  connectedCallback() {
    this.#fit();
  }

  /** @param {Element | null} element */
  #handleOf(element) {
    const found = element?.closest?.('[data-handle]');
    return found && this.contains(found) ? (found.getAttribute('data-handle') ?? '') : '';
  }

  /** @param {string} handle @returns {SVGGraphicsElement | null} */
  #find(handle) {
    return this.querySelector(`[data-handle="${CSS.escape(handle)}"]`);
  }

  /** @param {Gesture['act']} act @param {string} on */
  #tell(act, on) {
    this.dispatchEvent(new CustomEvent('gesture', { bubbles: true, detail: { act, on } }));
  }

  // Showing

  /**
   * Shows a picture. Tiles that changed colour change it in a wave that begins at `origin`.
   * @param {Picture} picture @param {{origin?: string, still?: boolean}} [how]
   */
  show({ name, title, svg: text }, { origin = '', still = false } = {}) {
    // Most trays stay as they are when something is played.
    const seen = `${document.querySelector('azulejo-game')?.getAttribute('data-mode')} ${title} ${text}`;
    if (seen === this.#seen) return;
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    if (parsed.nodeName !== 'svg') return;
    this.#seen = seen;
    const next = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    const before = this.#fills();
    const held = this.contains(document.activeElement);
    const layers = [...next.querySelectorAll(':scope > g')];
    this.label = title;
    this.dataset.name = name;
    this.dataset.touch = next.getAttribute('data-touch') ?? '';
    if (!this.svg) {
      this.svg = next;
      next.replaceChildren();
      next.removeAttribute('width');
      next.removeAttribute('height');
      // What a game says of its parts is English.
      next.setAttribute('lang', 'en');
      this.append(next);
    }
    const touchable = layers.some((layer) => layer.querySelector('[data-handle]'));
    this.svg.setAttribute('role', touchable ? 'group' : 'img');
    this.svg.setAttribute('aria-label', title);
    if (this.#lay(layers, title)) this.#fit();
    if (!this.#find(this.cursor)) this.cursor = this.#nearest() ?? this.querySelector('[data-handle]')?.getAttribute('data-handle') ?? '';
    this.#point(this.cursor);
    if (held && !this.contains(document.activeElement)) this.focusOn(this.cursor);
    if (!still && !isStill() && before.size > 0) this.#wave(before, origin);
  }

  /**
   * Layers that are built alike stay, with the focus and with what moves on them, and take over what is new in them.
   * Says whether anything is elsewhere than it was.
   * @param {Element[]} layers @param {string} title
   */
  #lay(layers, title) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const over = svg.querySelector('.over') ?? svg.appendChild(s('g', { class: 'over', 'aria-hidden': 'true' }));
    const old = [...svg.children].filter((layer) => layer !== over);
    const kept = layers.map((layer) => {
      if (layer.classList.contains('cells')) tiles(layer, title);
      if (layer.classList.contains('things')) things(layer, title);
      const same = old.find((one) => one.getAttribute('class') === layer.getAttribute('class') && isAlike(one, layer));
      if (!same) return layer;
      old.splice(old.indexOf(same), 1);
      takeOver(same, layer);
      return same;
    });
    for (const layer of old) layer.remove();
    kept.forEach((layer, index) => {
      if (svg.children[index] !== layer) svg.insertBefore(layer, svg.children[index]);
    });
    const parts = [...svg.querySelectorAll(':is(.cells, .things) path, :is(.axes, .caption) text')];
    const plan = parts.map((part) => `${part.getAttribute('data-handle')} ${part.getAttribute('d') ?? part.textContent}`).join();
    const whole = `${document.querySelector('azulejo-game')?.getAttribute('data-mode')} ${plan}`;
    const moved = whole !== this.#plan;
    this.#plan = whole;
    return moved;
  }

  /** Cuts the picture to what is on it, and knows where everything is. */
  #fit() {
    const { svg } = this;
    if (!svg || !this.isConnected) return;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    this.#places.clear();
    for (const layer of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(':is(.cells, .things, .axes, .caption)'))) {
      // Layers within a picture say so only by their style.
      if (getComputedStyle(layer).display === 'none') continue;
      const shift = layer.transform.baseVal.consolidate()?.matrix ?? svg.createSVGMatrix();
      /** @param {SVGGraphicsElement} part */
      const boxOf = (part) => {
        const { x, y, width, height } = part.getBBox();
        return [x * shift.a + shift.e, y * shift.d + shift.f, (x + width) * shift.a + shift.e, (y + height) * shift.d + shift.f];
      };
      const box = boxOf(layer);
      [left, top, right, bottom] = [Math.min(left, box[0]), Math.min(top, box[1]), Math.max(right, box[2]), Math.max(bottom, box[3])];
      for (const part of /** @type {NodeListOf<SVGGraphicsElement>} */ (layer.querySelectorAll('[data-handle]'))) {
        const [a, b, c, d] = boxOf(part);
        this.#places.set(part.getAttribute('data-handle') ?? '', { x: (a + c) / 2, y: (b + d) / 2, left: a, top: b, right: c, bottom: d });
      }
    }
    if (left > right) return;
    const rim = 3;
    const [width, height] = [right - left + 2 * rim, bottom - top + 2 * rim];
    svg.setAttribute('viewBox', [left - rim, top - rim, width, height].join(' '));
    const smallest = Math.min(...[...this.#places.values()].map((place) => Math.min(place.right - place.left, place.bottom - place.top)));
    // A tray is as large as fingers need, or small where it is only looked at.
    const scale = Number.isFinite(smallest) ? Math.max(46 / smallest, 0.45) : 0.4;
    this.style.setProperty('--ratio', String(width / height));
    this.style.setProperty('--natural', `${Math.round(width * scale)}px`);
  }

  /** The tiles by their outline. @returns {Map<string, {shape: SVGGraphicsElement, fill: string}>} */
  #fills() {
    const shapes = /** @type {SVGGraphicsElement[]} */ ([...this.querySelectorAll('.cells path:not(.pattern)')]);
    return new Map(shapes.map((shape) => [shape.getAttribute('d') ?? '', { shape, fill: shape.getAttribute('fill') ?? '' }]));
  }

  /** @param {Map<string, {fill: string}>} before @param {string} origin */
  #wave(before, origin) {
    const start = this.#find(origin)?.getBBox();
    for (const [outline, { shape, fill }] of this.#fills()) {
      const old = before.get(outline);
      const box = shape.getBBox();
      const far = start ? Math.hypot(box.x - start.x, box.y - start.y) : 0;
      const timing = { duration: 120, delay: Math.min(far * 8, 80), fill: /** @type {FillMode} */ ('backwards'), easing: 'ease-out' };
      if (!old) shape.animate([{ opacity: 0.25 }, { opacity: 1 }], { ...timing, delay: 0 });
      else if (old.fill !== fill) shape.animate([{ fill: old.fill }, { fill }], timing);
    }
  }

  /** A ripple over all tiles. */
  celebrate() {
    const boxes = [...this.#fills().values()].map(({ shape }) => ({ shape, box: shape.getBBox() }));
    const middle = (/** @type {'x' | 'y'} */ axis) => boxes.reduce((sum, { box }) => sum + box[axis], 0) / boxes.length;
    const [x, y] = [middle('x'), middle('y')];
    for (const { shape, box } of boxes) {
      const delay = 200 + Math.hypot(box.x - x, box.y - y) * 55;
      shape.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], { duration: 420, delay, easing: 'ease-in-out' });
    }
  }

  // The cursor

  /** The part nearest to where the cursor was. */
  #nearest() {
    const here = this.#here;
    if (!here) return undefined;
    const far = (/** @type {Place} */ place) => Math.hypot(place.x - here.x, place.y - here.y);
    return [...this.#places].sort(([, one], [, other]) => far(one) - far(other))[0]?.[0];
  }

  /** @param {string} handle */
  #point(handle) {
    this.#find(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = handle;
    this.#here = this.#places.get(handle) ?? this.#here;
    const part = this.#find(handle);
    part?.setAttribute('tabindex', '0');
    this.querySelector('.ring')?.remove();
    if (part) this.#overlay('ring', part);
  }

  /** Lays a copy of a part's outline over everything. @param {string} kind @param {Element} part */
  #overlay(kind, part) {
    const layer = part.closest('.cells, .things');
    const copy = s('path', { d: part.getAttribute('d') ?? '', class: kind, transform: layer?.getAttribute('transform') ?? '' });
    this.querySelector('.over')?.append(copy);
  }

  /** @param {string} handle */
  focusOn(handle) {
    const part = /** @type {SVGElement | null} */ (/** @type {unknown} */ (this.#find(handle)));
    if (!part) this.tabIndex = -1;
    (part ?? this).focus({ preventScroll: true });
  }

  /** Brings the cursor to where the game says that it is, or on in the direction of the key. @param {[right: number, down: number]} direction */
  follow(direction) {
    const mark = /** @type {SVGGraphicsElement | null} */ (this.querySelector('.mark:is(.cursor, .chosen, .ghost)'));
    const layer = /** @type {SVGGElement | null} */ (mark?.closest('.marks'));
    if (!mark || !layer) return this.step(direction);
    const shift = layer.transform.baseVal.consolidate()?.matrix.a ?? 1;
    const box = mark.getBBox();
    const [x, y] = [(box.x + 0.5) * shift, (box.y + 0.5) * shift];
    const found = [...this.#places].find(([, place]) => place.left <= x && x <= place.right && place.top <= y && y <= place.bottom);
    if (found) this.focusOn(found[0]);
  }

  /** Moves the cursor to the nearest part in a direction. @param {[right: number, down: number]} direction */
  step([right, down]) {
    const here = this.#places.get(this.cursor);
    if (!here) return;
    let best = '';
    let least = Infinity;
    for (const [handle, place] of this.#places) {
      const along = (place.x - here.x) * right + (place.y - here.y) * down;
      const aside = Math.abs((place.x - here.x) * down) + Math.abs((place.y - here.y) * right);
      const cost = along + 2.5 * aside;
      if (along > 4 && cost < least) [best, least] = [handle, cost];
    }
    if (best) this.focusOn(best);
  }

  /** Goes to an end of the row. @param {'Home' | 'End'} key */
  edge(key) {
    const row = this.#find(this.cursor)?.parentElement?.querySelectorAll('[data-handle]');
    const end = row?.[key === 'Home' ? 0 : row.length - 1]?.getAttribute('data-handle');
    if (end) this.focusOn(end);
  }

  /** Enters what the cursor is on. */
  enter() {
    if (this.cursor) this.#tell('tap', this.cursor);
  }

  // Marks of the page's own

  /** Marks cells. @param {'hint' | 'bad'} kind @param {[row: number, column: number][]} cells */
  mark(kind, cells) {
    const shift = /** @type {SVGGElement | null} */ (this.querySelector('.cells'))?.transform.baseVal.consolidate()?.matrix.a ?? 1;
    // A tile of many cells is marked once: signs over each other would hide it.
    /** @type {Set<Element>} */
    const parts = new Set();
    for (const [row, column] of cells) {
      const [x, y] = [(column + 0.5) * shift, (row + 0.5) * shift];
      const inside = (/** @type {Place} */ place) => place.left < x && x < place.right && place.top < y && y < place.bottom;
      const part = this.#find(nameOf(row, column)) ?? this.#find([...this.#places].find(([, place]) => inside(place))?.[0] ?? '');
      if (part) parts.add(part);
    }
    for (const part of parts) this.#overlay(`sign ${kind}`, part);
  }

  /** Marks what has one of these handles; says whether there is any. @param {string} kind @param {string} handle */
  light(kind, handle) {
    const part = this.#find(handle);
    if (part) this.#overlay(`sign ${kind}`, part);
    return Boolean(part);
  }

  unmark() {
    for (const sign of this.querySelectorAll('.sign')) sign.remove();
  }

  // Pointers

  /** Two fingers that part or come together say `pinch`; what one of them had begun is broken off. @param {PointerEvent} event */
  #pinch(event) {
    if (event.pointerType !== 'touch') return false;
    const pinched = this.#fingers.size > 1;
    const gone = event.type === 'pointerup' || event.type === 'pointercancel';
    if (gone) this.#fingers.delete(event.pointerId);
    else if (event.type === 'pointerdown' || this.#fingers.has(event.pointerId)) {
      this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
    }
    const [one, other] = [...this.#fingers.values()];
    if (!one || !other) return pinched;
    const far = Math.hypot(one[0] - other[0], one[1] - other[1]);
    if (!pinched) {
      this.#pointer = -1;
      this.#spread = far;
      if (this.#dragged) this.#tell('leave', '');
    } else if (far > this.#spread * PINCH || far * PINCH < this.#spread) {
      this.dispatchEvent(new CustomEvent('pinch', { bubbles: true, detail: far > this.#spread ? 'apart' : 'together' }));
      this.#spread = far;
    }
    return true;
  }

  /** @param {PointerEvent} event */
  #at(event) {
    return this.#handleOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const handle = this.#at(event);
    if (event.button !== 0 || !event.isPrimary || !handle) return;
    this.#downAt = handle;
    this.#pointer = event.pointerId;
    this.#dragged = this.dataset.touch === 'drag' && Boolean(this.#find(handle)?.closest('.cells'));
    this.#point(handle);
    if (!this.#dragged) return;
    event.preventDefault();
    this.setPointerCapture(event.pointerId);
    this.focusOn(handle);
    this.over = handle;
    this.#tell('press', handle);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId === this.#pointer) {
      const passed = this.#dragged ? (event.getCoalescedEvents?.() ?? []) : [];
      for (const one of this.#dragged && passed.length === 0 ? [event] : passed) {
        const handle = this.#at(one);
        if (!handle || handle === this.over) continue;
        this.over = handle;
        this.#tell('drag', handle);
      }
    } else if (event.pointerType !== 'touch') {
      cancelAnimationFrame(this.#frame);
      this.#frame = requestAnimationFrame(() => this.#hover(this.#at(event)));
    }
  }

  /** @param {string} handle */
  #hover(handle) {
    if (!handle) cancelAnimationFrame(this.#frame);
    if (handle === this.over || this.#pointer >= 0) return;
    this.over = handle;
    this.#tell(handle ? 'hover' : 'leave', handle);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = -1;
    const handle = this.#at(event);
    const broken = event.type === 'pointercancel';
    if (this.#dragged) {
      this.over = '';
      this.#tell(broken ? 'leave' : 'release', handle);
    } else if (!broken && handle && handle === this.#downAt) {
      this.focusOn(handle);
      this.#tell('tap', handle);
    }
  }
}

/** Tiles that are alike come as one path of closed lines, with the handles of all: one path each. @param {Element} path */
function parted(path) {
  const shapes = (path.getAttribute('d') ?? '').split('z').filter(Boolean);
  if (shapes.length < 2) return;
  const handles = path.getAttribute('data-handle')?.split(' ');
  const each = shapes.map((shape, index) => {
    const tile = /** @type {Element} */ (path.cloneNode());
    tile.setAttribute('d', `${shape}z`);
    if (handles) tile.setAttribute('data-handle', handles[index]);
    return tile;
  });
  path.replaceWith(...each);
}

/** Tiles as a grid: each with its own colour, in rows if they can be touched. @param {Element} layer @param {string} title */
function tiles(layer, title) {
  const rows = /** @type {Map<string, SVGElement>} */ (new Map());
  for (const path of layer.querySelectorAll('path:not(.pattern)')) parted(path);
  for (const tile of layer.querySelectorAll('path:not(.pattern)')) {
    for (const name of ['fill', 'data-color']) {
      const value = tile.closest(`[${name}]`)?.getAttribute(name);
      if (value) tile.setAttribute(name, value);
    }
    const handle = tile.getAttribute('data-handle');
    if (handle === null) continue;
    tile.setAttribute('role', 'gridcell');
    tile.setAttribute('tabindex', '-1');
    const spoken = tile.closest('[data-spoken]')?.getAttribute('data-spoken') ?? '';
    if (!tile.hasAttribute('aria-label')) tile.setAttribute('aria-label', handle + spoken);
    const number = handle.replace(/^\D+/, '');
    const row = rows.get(number) ?? s('g', { role: 'row' });
    rows.set(number, row);
    row.append(tile);
  }
  if (rows.size === 0) return;
  layer.setAttribute('role', 'grid');
  layer.setAttribute('aria-label', title);
  for (const group of layer.querySelectorAll(':scope > g:not([role])')) if (group.children.length === 0) group.remove();
  const inOrder = [...rows].sort(([one], [other]) => Number(one) - Number(other)).map(([, row]) => row);
  for (const row of inOrder) {
    const place = (/** @type {Element} */ tile) => (tile.getAttribute('data-handle') ?? '').replace(/\d+$/, '');
    const sorted = [...row.children].sort((one, other) => place(one).length - place(other).length || (place(one) < place(other) ? -1 : 1));
    row.append(...sorted);
  }
  layer.prepend(...inOrder);
}

/** Things as buttons. @param {Element} layer @param {string} title */
function things(layer, title) {
  layer.setAttribute('role', 'toolbar');
  layer.setAttribute('aria-label', title);
  for (const thing of layer.querySelectorAll('[data-handle]')) {
    thing.setAttribute('role', 'button');
    thing.setAttribute('tabindex', '-1');
    const look = thing.closest('.thing')?.classList;
    if (look?.contains('chosen')) thing.setAttribute('aria-pressed', 'true');
    if (look?.contains('off')) thing.setAttribute('aria-disabled', 'true');
  }
}

customElements.define('azulejo-board', Board);
