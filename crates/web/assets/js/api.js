// @ts-check
// The server: every request the page makes goes through here.

/** @import {View, GameInfo, Answer, Advice} from './types.js' */
import { drawing } from './settings.js';

const ROOT = 'api/v1';

/** What the server says when it cannot do what was asked (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.detail || body?.title || `HTTP ${status}`);
    this.status = status;
    this.line = body?.line;
    this.column = body?.column;
  }
}

/** @param {Response} response */
async function problem(response) {
  const body = await response.json().catch(() => null);
  return new Problem(response.status, body);
}

/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function send(path, body, signal) {
  const init = body === undefined
    ? { signal }
    : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal };
  const response = await fetch(`${ROOT}/${path}`, init);
  if (response.ok) return response;
  throw await problem(response);
}

/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
const json = async (path, body, signal) => (await send(path, body, signal)).json();

/** @param {string} game @param {string} what @param {any} body @returns {Promise<View>} */
async function view(game, what, body) {
  const draw = drawing();
  const answer = await json(`games/${game}/${what}`, { draw, ...body });
  return { ...answer, details: answer.details ?? {}, drawn: JSON.stringify(draw) };
}

/** @type {Promise<GameInfo[]> | null} */
let known = null;

export const api = {
  /** @returns {Promise<GameInfo[]>} */
  games: () => (known ??= json('games').then((answer) => answer.games)),
  /** @returns {Promise<{date: string, puzzles: {game: string, id: string}[]}>} */
  daily: () => json('daily'),
  /** @param {string} game @param {any} body */
  create: (game, body) => view(game, 'new', body),
  /** @param {string} game @param {any} body */
  generate: (game, body) => view(game, 'generate', body),
  /** @param {string} game @param {string} text @param {string} [setup] */
  read: (game, text, setup) => view(game, 'read', setup === undefined ? { text } : { text, setup }),
  /** @param {string} game @param {any} position */
  view: (game, position) => view(game, 'view', { position }),
  /** @param {string} game @param {any} position @param {string[]} moves */
  play: (game, position, moves) =>
    moves.length === 0 ? view(game, 'view', { position }) : view(game, 'play', { position, moves }),
  /** @param {string} game @param {any} position @returns {Promise<string[]>} */
  moves: async (game, position) => (await json(`games/${game}/moves`, { position })).moves,
  /** @param {string} game @param {any} position @returns {Promise<{violations: {code: string, message: string, cells: string[]}[], status: any}>} */
  check: (game, position) => json(`games/${game}/check`, { position }),
  /** @param {string} game @param {any} position @param {AbortSignal} [signal] @returns {Promise<Advice>} */
  hint: (game, position, signal) => json(`games/${game}/hint`, { position }, signal),
  /** @param {string} game @param {any} position @param {number} [limit] @param {AbortSignal} [signal] @returns {Promise<Answer>} */
  solve: (game, position, limit = 10000, signal) =>
    json(`games/${game}/solve`, { position, time_limit_ms: limit }, signal),
  /** @param {string} game @param {any} position */
  rate: (game, position) => json(`games/${game}/rate`, { position }),
  /** @param {string} game @param {any} position @param {string} bot @param {number} seed @returns {Promise<{move: string | null}>} */
  bot: (game, position, bot, seed) => json(`games/${game}/bot`, { position, bot, seed }),
  /** @param {string} game @param {any} position @param {string[]} moves */
  export: (game, position, moves) => json(`games/${game}/export`, { position, moves }),
  /** @param {string} game @param {any} position @param {'svg' | 'png'} format */
  picture: async (game, position, format) =>
    (await send(`games/${game}/render`, { position, format, ...drawing(), size: 96 })).blob(),
  /** @param {Blob} file @param {number} [rows] @param {number} [columns] @returns {Promise<View & {confidence: number, unsure: string[]}>} */
  async screenshot(file, rows, columns) {
    const query = rows && columns ? `?rows=${rows}&columns=${columns}` : '';
    const headers = { 'Content-Type': file.type || 'image/png' };
    const response = await fetch(`${ROOT}/games/flow/import${query}`, { method: 'POST', headers, body: file });
    if (response.ok) return response.json();
    throw await problem(response);
  },
  /**
   * Solves with news on the way.
   * @param {string} game @param {any} position @param {(progress: any) => void} onProgress @param {AbortSignal} signal
   * @param {number} [limit] @returns {Promise<Answer>}
   */
  async solveAloud(game, position, onProgress, signal, limit = 30000) {
    const response = await fetch(`${ROOT}/games/${game}/solve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ position, time_limit_ms: limit }),
      signal,
    });
    if (!response.ok) throw await problem(response);
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) return response.json();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      text += value ?? '';
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = /** @type {Record<string, string>} */ ({});
        for (const line of text.slice(0, end).split('\n')) {
          const colon = line.indexOf(':');
          if (colon > 0) event[line.slice(0, colon)] = (event[line.slice(0, colon)] ?? '') + line.slice(colon + 1).trimStart();
        }
        text = text.slice(end + 2);
        if (event.event === 'progress') onProgress(JSON.parse(event.data));
        if (event.event === 'answer') return JSON.parse(event.data);
        if (event.event === 'problem') throw new Problem(422, JSON.parse(event.data));
      }
      if (done) throw new Problem(502, { detail: 'the answer broke off' });
    }
  },
};
