// @ts-check
// Correcting a Flow puzzle by hand before it is played: choose a mark, tap cells.

import { button, h } from '../dom.js';
import { t } from '../i18n.js';
import { nameOf } from '../board.js';
import { readBoard } from './flow.js';

/**
 * @param {string} line the puzzle @param {Set<string>} unsure cells worth a look @param {(line: string) => void} done
 * @returns {HTMLElement}
 */
export function editor(line, unsure, done) {
  const { rows, rest } = readBoard(line);
  let mark = '.';
  const letters = [...new Set(rows.flat().filter((one) => /[^._*]/.test(one)))];
  const spare = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !letters.includes(letter)).slice(0, 2);
  const count = () => [...letters, ...spare].filter((letter) => ![0, 2].includes(rows.flat().filter((one) => one === letter).length));
  const note = h('p.small', { role: 'status' });
  const tools = h('div.marks-row', { role: 'radiogroup', 'aria-label': t('edit.mark') });
  const names = /** @type {[string, string][]} */ ([['.', t('edit.empty')], ['_', t('edit.hole')], ['*', t('edit.bridge')], ...[...letters, ...spare].map((letter) => /** @type {[string, string]} */ ([letter, letter]))]);
  /** @param {string} chosen */
  const choose = (chosen) => {
    mark = chosen;
    for (const tool of tools.children) tool.setAttribute('aria-checked', String(tool.getAttribute('data-mark') === chosen));
  };
  tools.append(...names.map(([one, text]) => h('button', { type: 'button', role: 'radio', 'data-mark': one, 'aria-checked': 'false', onclick: () => choose(one) }, text)));
  choose(spare[0] ?? '.');
  const show = () => {
    const odd = count();
    note.textContent = odd.length > 0 ? t('edit.odd', { letters: odd.join(', ') }) : t('edit.even');
  };
  const grid = h('div.editor', { role: 'group', 'aria-label': t('edit') });
  grid.style.setProperty('--columns', String(rows[0].length));
  const sign = (/** @type {string} */ one) => (one === '.' ? '' : one === '_' ? '×' : one === '*' ? '+' : one);
  rows.forEach((row, down) => row.forEach((_, right) => {
    const name = nameOf(down, right);
    const cell = h('button.spot', { type: 'button' });
    const tell = () => {
      cell.textContent = sign(rows[down][right]);
      cell.setAttribute('aria-label', `${name} ${sign(rows[down][right])}`.trim());
      cell.classList.toggle('unsure', unsure.has(name));
    };
    cell.addEventListener('click', () => {
      rows[down][right] = rows[down][right] === mark ? '.' : mark;
      unsure.delete(name);
      tell();
      show();
    });
    tell();
    grid.append(cell);
  }));
  show();
  const write = () => [rows.map((row) => row.join('')).join('/'), ...rest].join(',');
  return h('div.editing', {}, h('p', {}, t('edit.how')), tools, grid, note, h('div.row', {}, button('play', t('edit.use'), () => done(`flow:${write()}`), { class: 'main' })));
}
