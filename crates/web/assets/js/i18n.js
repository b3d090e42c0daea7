// @ts-check
// Words: one file a language. The page's own texts have a key in each; what games say comes in English with a code, and a
// language that knows the code says it its own way.

/** @import {Message} from './types.js' */
import { h } from './dom.js';
import { settings } from './settings.js';

export const LANGUAGES = /** @type {const} */ ([
  ['en', 'English'],
  ['es', 'Español'],
  ['pt', 'Português'],
  ['ro', 'Română'],
]);

/** @type {Record<string, string | Record<string, string>>} */
let words = {};
let language = 'en';
let plurals = new Intl.PluralRules('en');

function chosen() {
  const known = LANGUAGES.map(([code]) => /** @type {string} */ (code));
  if (known.includes(settings.language)) return settings.language;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((code) => known.includes(code)) ?? 'en';
}

export async function loadWords() {
  language = chosen();
  const response = await fetch(`lang/${language}.json`);
  words = await response.json();
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

export const locale = () => language;

/**
 * A text, by its key or as a game's message. `{name}` takes a value; a text with plural forms chooses by `n`.
 * @param {string | Message} what @param {Message['params']} [values]
 * @returns {string}
 */
export function t(what, values = {}) {
  if (typeof what === 'object') return what.code in words ? t(what.code, what.params) : what.text;
  const found = words[what] ?? what;
  const text = typeof found === 'string' ? found : (found[plurals.select(Number(values.n ?? 0))] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? t(value) : String(value);
  });
}

/** The names of cells among a message's values, in their order. @param {Message} message @returns {string[]} */
const cellsOf = ({ params = {} }) =>
  Object.values(params).flatMap((value) =>
    typeof value === 'object' ? cellsOf(value) : /^[A-Z]{1,2}[0-9]{1,3}$/.test(String(value)) ? [String(value)] : [],
  );

/** A message for somebody who sees cells, but not their names. @param {Message} message @returns {Message} */
export function placeless(message) {
  const cells = [...new Set(cellsOf(message))];
  const words = [t('cell.this'), t('cell.that')];
  const text = cells.reduce((said, cell, index) => said.replace(new RegExp(`\\b${cell}\\b`, 'g'), words[index] ?? words[1]), t(message));
  return cells.length > 0 ? { code: '', text } : message;
}

/** Whether a message is said in the reader's language. @param {Message} message */
const isKnown = (message) => language === 'en' || message.code === '' || message.code in words;

/** A message as an element that says in which language it is. @param {string} tag @param {Message} message */
export const said = (tag, message) => h(tag, { lang: isKnown(message) ? null : 'en' }, t(message));
