// @ts-check
// What a person likes: theme, colours, letters, motion, language. Kept in the browser.

/** @import {Saved} from './types.js' */

const KEY = 'azulejo.settings';

/** @typedef {{letters: boolean, axes: boolean}} Written whether there are letters on tiles, and names at the edge */
/** @typedef {{theme: 'auto'|'light'|'dark', palette: string, patterns: boolean, mode: 'play'|'analyse', play: Written, analyse: Written,
 *   motion: 'auto'|'less', language: string, timer: boolean, sound: boolean, haptics: boolean, hide: boolean,
 *   others: Record<string, string>, learned: Record<string, boolean>}} Settings */

/** @type {Settings} */
const USUAL = {
  theme: 'auto',
  palette: 'azulejo',
  patterns: false,
  mode: 'play',
  play: { letters: false, axes: false },
  analyse: { letters: true, axes: true },
  motion: 'auto',
  language: 'auto',
  timer: true,
  sound: false,
  haptics: false,
  hide: false,
  others: {},
  learned: {},
};

/** @template T @param {string} key @param {T} otherwise @returns {T} */
function load(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the game goes on unsaved.
  }
}

/** @type {Settings} */
export const settings = { ...USUAL, ...load(KEY, {}) };

/** @type {Set<(key: string) => void>} */
const listeners = new Set();

/** @param {(key: string) => void} listener */
export function onSetting(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @template {keyof Settings} K @param {K} key @param {Settings[K]} value */
export function set(key, value) {
  settings[key] = value;
  store(KEY, settings);
  apply();
  for (const listener of [...listeners]) listener(key);
}

// What is chosen in another tab is chosen here, too.
window.addEventListener('storage', ({ key }) => {
  if (key !== KEY) return;
  const before = { ...settings };
  Object.assign(settings, USUAL, load(KEY, {}));
  apply();
  const names = /** @type {(keyof Settings)[]} */ (Object.keys(settings));
  for (const name of names.filter((one) => JSON.stringify(before[one]) !== JSON.stringify(settings[one])))
    for (const listener of [...listeners]) listener(name);
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
dark.addEventListener('change', () => {
  apply();
  for (const listener of [...listeners]) listener('theme');
});

export const isDark = () => (settings.theme === 'auto' ? dark.matches : settings.theme === 'dark');
export const isStill = () => settings.motion === 'less' || still.matches;

/** Whether the visitor's system asks for more than colours can say. */
const wantsSigns = () => matchMedia('(forced-colors: active), (prefers-contrast: more)').matches;

/** How pictures are asked for; many colours need letters to be told apart. @param {boolean} [crowded] */
export const drawing = (crowded = false) => ({
  theme: isDark() ? 'dark' : 'light',
  patterns: settings.patterns,
  letters: settings[settings.mode].letters || crowded || wantsSigns(),
  axes: settings[settings.mode].axes,
  palette: settings.palette,
});

export function apply() {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  root.dataset.motion = isStill() ? 'less' : 'full';
}

// Saved games: the newest first, a few of each game.

const SAVES = 'azulejo.saves';
const KEPT = 8;

/** @returns {Saved[]} */
export const saves = () => load(SAVES, []);

/** @param {Saved} saved */
export function save(saved) {
  const others = saves().filter((other) => other.game !== saved.game || other.id !== saved.id);
  const same = others.filter((other) => other.game === saved.game).slice(0, KEPT - 1);
  const rest = others.filter((other) => other.game !== saved.game);
  store(
    SAVES,
    [saved, ...same, ...rest].sort((one, other) => other.at - one.at),
  );
}

/** @param {string} game @param {string} [id] */
export const saved = (game, id) => saves().find((one) => one.game === game && (id === undefined || one.id === id));

/** Forgets a game, as one that can no longer be read. @param {Saved} gone */
export const forget = (gone) =>
  store(
    SAVES,
    saves().filter((one) => one.game !== gone.game || one.id !== gone.id),
  );
