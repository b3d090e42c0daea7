// @ts-check
// Making elements, icons, dialogs and short messages.

import { t } from './i18n.js';

/**
 * An element: `h('button.big', {onclick, title}, 'text', child)`.
 * @param {string} what @param {Record<string, any>} [attributes] @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElement}
 */
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split('.');
  const element = document.createElement(tag || 'div');
  if (classes.length) element.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes('-') && name !== 'list' && name !== 'role') /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children
      .filter((child) => child !== null && child !== false && child !== undefined)
      .map((child) => /** @type {Node | string} */ (child)),
  );
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...Node} children */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @type {Record<string, string>} */
const ICONS = {
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  restart: 'M4 4v6h6M5 15a8 8 0 1 0 1.5-8.5L4 10',
  check: 'm4 13 5 5L20 7',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3Z',
  solve: 'm13 3-8 11h6l-1 7 9-12h-7l1-6Z',
  plus: 'M12 5v14M5 12h14',
  share: 'M12 15V3M7 8l5-5 5 5M5 13v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6',
  open: 'M12 3v12M7 10l5 5 5-5M5 15v4a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-4',
  save: 'M5 3h11l3 3v15H5ZM8 3v6h7V3M8 21v-7h8v7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6',
  help: 'M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18h.01',
  close: 'M6 6l12 12M18 6 6 18',
  play: 'M7 4v16l13-8Z',
  stop: 'M6 6h12v12H6Z',
  mode: 'M4 20V10M10 20V4M16 20v-7M20 20H4',
};

/** @param {string} name */
export function icon(name) {
  const path = s('path', {
    d: ICONS[name] ?? ICONS.plus,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 1.8,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
  return s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, path);
}

/**
 * A button with an icon and a word.
 * @param {string} name of the icon @param {string} text @param {() => void} act @param {Record<string, any>} [attributes]
 */
export const button = (name, text, act, attributes = {}) =>
  h('button', { type: 'button', onclick: act, ...attributes }, name ? /** @type {any} */ (icon(name)) : null, h('span', {}, text));

/** @param {string} text */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById('live'));
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** A short message at the foot of the page. @param {string} text @param {'plain' | 'bad'} [kind] */
export function toast(text, kind = 'plain') {
  const place = /** @type {HTMLElement} */ (document.getElementById('toasts'));
  // What is shown last lies above everything, even above a dialog.
  place.hidePopover?.();
  place.showPopover?.();
  const note = h(`p.toast.${kind}`, {}, text);
  place.append(note);
  announce(text);
  while (place.children.length > 3) place.firstElementChild?.remove();
  setTimeout(() => note.remove(), kind === 'bad' ? 7000 : 4000);
}

/**
 * A dialog with a title; it leaves the page when it closes.
 * @param {string} title @param {...(Node | string | null | false)} children
 */
export function dialog(title, ...children) {
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  const close = h(
    'button.close',
    { type: 'button', 'aria-label': t('close'), onclick: () => box.close() },
    /** @type {any} */ (icon('close')),
  );
  const box = /** @type {HTMLDialogElement} */ (
    h('dialog', { 'aria-labelledby': id }, h('div.head', {}, h('h2', { id }, title), close), h('div.body', {}, ...children))
  );
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  // The back button closes what is open, and leads nowhere else: a dialog is a place of its own to go back from.
  if (!history.state?.dialog) history.pushState({ dialog: true }, '');
  const leave = () => box.close();
  window.addEventListener('popstate', leave);
  box.addEventListener('close', () => {
    window.removeEventListener('popstate', leave);
    // One dialog may follow another.
    setTimeout(() => {
      if (history.state?.dialog && !document.querySelector('dialog[open]')) history.back();
    });
  });
  return box;
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = /** @type {HTMLAnchorElement} */ (h('a', { href: url, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = /** @type {HTMLTextAreaElement} */ (h('textarea.unseen', {}));
    area.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

/** @param {number} milliseconds */
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
