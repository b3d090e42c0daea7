// @ts-check
// Words: one file a language, the same keys in each, plurals by the language's own rules.

import { settings } from './settings.js';

export const LANGUAGES = /** @type {const} */ ([['en', 'English'], ['es', 'Español'], ['pt', 'Português'], ['ro', 'Română']]);

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
 * A text. `{name}` takes a value; a text with plural forms chooses by `n`.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  let text = words[key] ?? key;
  if (typeof text === 'object') text = text[plurals.select(Number(values.n ?? 0))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** Whether there is such a text. @param {string} key */
export const knows = (key) => key in words;

/** @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  // Adding zero makes a negative zero a plain one.
  (Math.round(value * 10 ** digits) / 10 ** digits + 0).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
