// @ts-check
// The games in this browser: one worker for what is answered at once, another for what may take long and can be broken off.

/** @import {Transport} from './types.js' */
import { Problem } from './problem.js';

/** What is answered at once, in every game. */
const QUICK = ['play', 'show', 'gesture', 'moves', 'check', 'export'];

/** How long a search may take when nobody says, in milliseconds: as a server would let it. */
const USUAL = 10000;

/** @typedef {{id: number, call: string, values: any[]}} Call */

/** A worker that answers one call after another, and can be replaced by a fresh one in the middle of a call. */
class Worked {
  /** @type {Map<number, {call: Call, resolve: (text: string) => void, reject: (why: any) => void}>} */
  #open = new Map();
  #next = 0;
  /** @type {Worker} */ #worker;
  /** @type {WebAssembly.Module | undefined} */ module;
  /** Whether there are games. @type {Promise<boolean>} */ ready;

  /** @param {WebAssembly.Module} [module] */
  constructor(module) {
    this.module = module;
    [this.#worker, this.ready] = this.#begun();
  }

  /** @returns {[Worker, Promise<boolean>]} */
  #begun() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    const ready = new Promise((/** @type {(is: boolean) => void} */ answer) => {
      worker.onerror = () => answer(false);
      worker.onmessage = ({ data }) => {
        if ('ready' in data) {
          this.module = data.module;
          return answer(data.ready);
        }
        const { id, text, fault } = data;
        const one = this.#open.get(id);
        this.#open.delete(id);
        if (fault) {
          one?.reject(new Problem(500, { detail: fault }));
          this.#anew();
        } else one?.resolve(text);
      };
    });
    worker.postMessage({ module: this.module });
    return [worker, ready];
  }

  /** Ends what is being done; what waits behind it is asked again. */
  #anew() {
    this.#worker.terminate();
    [this.#worker, this.ready] = this.#begun();
    for (const { call } of this.#open.values()) this.#worker.postMessage(call);
  }

  /** @param {string} name @param {any[]} values @param {AbortSignal} [signal] @returns {Promise<string>} */
  call(name, values, signal) {
    signal?.throwIfAborted();
    const id = this.#next++;
    const call = { id, call: name, values };
    return new Promise((resolve, reject) => {
      this.#open.set(id, { call, resolve, reject });
      this.#worker.postMessage(call);
      signal?.addEventListener('abort', () => {
        if (!this.#open.delete(id)) return;
        reject(signal.reason);
        this.#anew();
      });
    });
  }
}

/** What a call gave, or the problem that it told. @param {string} text */
function told(text) {
  const answer = JSON.parse(text);
  if (answer.status === 'error') throw new Problem(422, { detail: answer.error.message });
  return answer;
}

/** The games of this browser; nothing where it has none. @returns {Promise<Transport | null>} */
export async function local() {
  const quick = new Worked();
  if (!(await quick.ready)) return null;
  /** @type {Worked | null} */
  let slow = null;
  const long = () => {
    slow ??= new Worked(quick.module);
    return slow;
  };
  return {
    async ask(game, verb, question, { signal } = {}) {
      const isQuick = QUICK.includes(verb) && !question.puzzle;
      const limits = isQuick ? question.limits : { time_ms: USUAL, ...question.limits };
      const text = JSON.stringify({ game, task: verb, ...question, limits });
      return told(await (isQuick ? quick : long()).call('ask', [text], signal));
    },
    async read(game, file, options) {
      const text = JSON.stringify({ game, task: 'import', options, limits: { time_ms: USUAL } });
      return told(await long().call('ask', [text, new Uint8Array(await file.arrayBuffer())]));
    },
    games: async () => told(await quick.call('games', [])),
    verbs: async () => told(await quick.call('verbs', [])),
    daily: async () => told(await quick.call('daily', [])),
  };
}
