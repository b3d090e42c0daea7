// @ts-check
// The games over HTTP: a server answers.

/** @import {Answer, Transport} from './types.js' */
import { Problem } from './problem.js';

const ROOT = 'api/v1';

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

/** @type {Transport} */
export const http = {
  async ask(game, verb, question, { signal, heard } = {}) {
    const path = `games/${game}/${verb}`;
    if (!heard) return (await send(path, posted(question, signal))).json();
    const response = await send(path, posted(question, signal, 'text/event-stream'));
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) return response.json();
    for await (const { event, data } of events(response.body)) {
      if (event === 'progress') heard(Number(JSON.parse(data).nodes ?? 0));
      if (event === 'answer') return JSON.parse(data);
      if (event === 'problem') throw new Problem(422, JSON.parse(data));
    }
    throw new Problem(502, { detail: 'the answer broke off' });
  },
  async read(game, file, options) {
    const init = { method: 'POST', headers: { 'Content-Type': file.type || 'image/png' }, body: file };
    return (await send(`games/${game}/import?${new URLSearchParams(options)}`, init)).json();
  },
  games: async () => (await send('games')).json(),
  verbs: async () => (await send('verbs')).json(),
  daily: async () => (await send('daily')).json(),
};
