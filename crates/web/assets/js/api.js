// @ts-check
// Every question the page asks goes through here.

/** @import {View, GameInfo, Answer} from './types.js' */
import { Problem } from './problem.js';
import { drawing } from './settings.js';
import { answered } from './transport.js';

/** Asked once, known from then on. @template T @param {() => Promise<T>} what @returns {() => Promise<T>} */
function once(what) {
  /** @type {Promise<T> | null} */
  let known = null;
  return () => {
    known ??= what();
    known.catch(() => {
      known = null;
    });
    return known;
  };
}

/** @param {string} game @param {string} verb @param {any} question @param {AbortSignal} [signal] @returns {Promise<any>} */
export const ask = (game, verb, question, signal) => answered((transport) => transport.ask(game, verb, question, { signal }));

/**
 * A search with news on the way.
 * @param {string} game @param {string} verb @param {any} question @param {(nodes: number) => void} heard @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export const follow = (game, verb, question, heard, signal) =>
  answered((transport) => transport.ask(game, verb, question, { signal, heard }));

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
export const games = once(() => answered((transport) => transport.games()));

/** @type {() => Promise<{games: {name: string, verbs: {name: string, options: any}[]}[]}>} */
export const verbs = once(() => answered((transport) => transport.verbs()));

/** @returns {Promise<{date: string, puzzles: {game: string, id: string}[]}>} */
export const daily = () => answered((transport) => transport.daily());

/** Reads a picture. @param {string} game @param {Blob} file @param {Record<string, string>} [options] @returns {Promise<any>} */
export const read = (game, file, options = {}) => answered((transport) => transport.read(game, file, options));

/** A position as a picture's file. @param {string} game @param {any} position @param {'svg' | 'png'} format @returns {Promise<Blob>} */
export async function picture(game, position, format) {
  const { scenes } = await ask(game, 'show', { position, draw: { ...drawing(), size: 96 } });
  const svg = new Blob([scenes[0].svg], { type: 'image/svg+xml' });
  return format === 'svg' ? svg : painted(svg);
}

/** A drawing in pixels. @param {Blob} svg @returns {Promise<Blob>} */
async function painted(svg) {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Problem(422, { detail: 'this picture is too large' }))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
