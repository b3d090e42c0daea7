// @ts-check
// The server: every question the page asks goes through here.

/** @import {View, GameInfo, Answer} from './types.js' */
import { drawing } from './settings.js';

const ROOT = 'api/v1';

/** What the server says when it cannot do what was asked (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.detail || body?.title || `HTTP ${status}`);
    this.status = status;
  }
}

/** @param {string} path @param {RequestInit} [init] */
async function send(path, init) {
  const response = await fetch(`${ROOT}/${path}`, init);
  if (response.ok) return response;
  throw new Problem(response.status, await response.json().catch(() => null));
}

/** @param {any} body @param {AbortSignal} [signal] @param {string} [accept] @returns {RequestInit} */
const posted = (body, signal, accept = 'application/json') => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: accept },
  body: JSON.stringify(body),
  signal,
});

/** Asked once, known from then on. @template T @param {string} path @returns {() => Promise<T>} */
function once(path) {
  /** @type {Promise<any> | null} */
  let known = null;
  return () => {
    known ??= send(path).then((response) => response.json());
    known.catch(() => {
      known = null;
    });
    return known;
  };
}

/** @param {string} game @param {string} verb @param {any} question @param {AbortSignal} [signal] @returns {Promise<any>} */
export const ask = async (game, verb, question, signal) => (await send(`games/${game}/${verb}`, posted(question, signal))).json();

/** More colours than these are told apart by letters, too. */
const MOST_COLORS = 6;
let crowded = false;

/** How many colours there are on the main board. @param {View['scenes']} scenes */
const colorsOf = ([main]) => new Set(main?.svg.match(/data-color='[^']*'/g)).size;

/** @param {string} game @param {string} verb @param {any} question @returns {Promise<View>} */
async function view(game, verb, question) {
  let answer = await ask(game, verb, { draw: drawing(crowded), ...question });
  const many = colorsOf(answer.scenes ?? []) > MOST_COLORS;
  // Once there are letters they stay until another game is begun.
  if (!question.draw && (many ? !crowded : crowded && verb === 'play')) {
    crowded = many;
    answer = await ask(game, verb, { draw: drawing(crowded), ...question });
  }
  // Time may run out before there is anything to see.
  if (!answer.scenes) throw new Problem(504, { detail: answer.messages?.[0]?.text });
  return answer;
}

/** A position with all there is to show of it. @param {string} game @param {any} question */
export const play = (game, question) => view(game, 'play', question);

/** What gestures make of a position. @param {string} game @param {any} question */
export const touch = (game, question) => view(game, 'gesture', question);

/** @type {() => Promise<{games: GameInfo[]}>} */
export const games = once('games');

/** @type {() => Promise<{games: {name: string, verbs: {name: string, options: any}[]}[]}>} */
export const verbs = once('verbs');

/** @returns {Promise<{date: string, puzzles: {game: string, id: string}[]}>} */
export const daily = async () => (await send('daily')).json();

/** @param {string} game @param {any} position @param {'svg' | 'png'} format */
export const picture = async (game, position, format) =>
  (await send(`games/${game}/picture`, posted({ position, format, draw: { ...drawing(), size: 96 } }))).blob();

/** Reads a picture. @param {string} game @param {Blob} file @param {Record<string, string>} [options] @returns {Promise<any>} */
export const read = async (game, file, options = {}) => {
  const init = { method: 'POST', headers: { 'Content-Type': file.type || 'image/png' }, body: file };
  return (await send(`games/${game}/import?${new URLSearchParams(options)}`, init)).json();
};

/** The events of a stream. @param {ReadableStream<Uint8Array<ArrayBuffer>>} body */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? '';
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      /** @type {Record<string, string>} */
      const event = {};
      for (const line of text.slice(0, end).split('\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) event[line.slice(0, colon)] = (event[line.slice(0, colon)] ?? '') + line.slice(colon + 1).trimStart();
      }
      text = text.slice(end + 2);
      yield event;
    }
    if (done) return;
  }
}

/**
 * A search with news on the way.
 * @param {string} game @param {string} verb @param {any} question @param {(nodes: number) => void} heard @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function follow(game, verb, question, heard, signal) {
  const response = await send(`games/${game}/${verb}`, posted(question, signal, 'text/event-stream'));
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) return response.json();
  for await (const { event, data } of events(response.body)) {
    if (event === 'progress') heard(Number(JSON.parse(data).nodes ?? 0));
    if (event === 'answer') return JSON.parse(data);
    if (event === 'problem') throw new Problem(422, JSON.parse(data));
  }
  throw new Problem(502, { detail: 'the answer broke off' });
}
