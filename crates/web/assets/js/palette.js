// @ts-check
// How colours look: asked of the server as a strip of tiles, so that the page knows no colour of its own.

import { api } from './api.js';
import { s } from './dom.js';
import { drawing } from './settings.js';

/** @typedef {{fill: string, ink: string, node: SVGElement}} Swatch */

const COUNT = 16;
/** @type {Map<string, Promise<Swatch[]>>} */
const known = new Map();

/** The first colours as the board shows them. @returns {Promise<Swatch[]>} */
export function swatches() {
  const key = JSON.stringify({ ...drawing(), letters: true });
  let found = known.get(key);
  if (!found) {
    const row = Array.from({ length: COUNT }, (_, index) => index + 1).join(' ');
    found = api.read('kami', `1 1 1 ${COUNT} ${COUNT}\n${row}\n`).then((view) => {
      const svg = new DOMParser().parseFromString(view.scene, 'image/svg+xml');
      return [...svg.querySelectorAll('[data-cell]')].map((cell) => ({
        fill: cell.firstElementChild?.getAttribute('fill') ?? '#888',
        ink: cell.querySelector('text')?.getAttribute('fill') ?? '#fff',
        node: /** @type {SVGElement} */ (/** @type {unknown} */ (cell)),
      }));
    });
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

/**
 * One colour as a small tile, with its pattern, and a letter.
 * @param {Swatch} swatch @param {string} letter
 */
export function tile(swatch, letter) {
  const node = /** @type {SVGElement} */ (document.importNode(swatch.node, true));
  const outline = node.firstElementChild?.getAttribute('d') ?? '';
  const numbers = [...outline.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])]);
  const xs = numbers.map(([x]) => x);
  const ys = numbers.map(([, y]) => y);
  const [left, top, width] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs)];
  node.removeAttribute('data-cell');
  node.removeAttribute('aria-label');
  const text = node.querySelector('text') ?? node.appendChild(s('text', {}));
  text.textContent = letter;
  return s('svg', { viewBox: `${left} ${top} ${width} ${width}`, class: 'swatch', 'aria-hidden': 'true' }, node);
}

/**
 * A small drawing of cells: a piece, a figure, a card.
 * @param {string[]} rows `1` or any letter for a filled cell, `.` or `0` for none @param {string} fill @param {string} [other] how empty cells look
 */
export function shape(rows, fill, other) {
  const width = Math.max(...rows.map((row) => row.length));
  const picture = s('svg', { viewBox: `0 0 ${width * 10} ${rows.length * 10}`, class: 'shape', 'aria-hidden': 'true' });
  picture.setAttribute('width', String(width * 10));
  picture.setAttribute('height', String(rows.length * 10));
  rows.forEach((row, down) => {
    [...row].forEach((mark, right) => {
      const filled = mark !== '.' && mark !== '0';
      if (!filled && !other) return;
      picture.append(s('rect', { x: right * 10 + 0.6, y: down * 10 + 0.6, width: 8.8, height: 8.8, rx: 1.6, class: filled ? 'filled' : 'blank', fill: filled ? fill : (other ?? 'none') }));
    });
  });
  return picture;
}
