// @ts-check
// Who answers: the games in this browser where they are there, a server where they are not. The answers are the same.

/** @import {Transport} from './types.js' */
import { http } from './http.js';
import { local } from './local.js';

const root = document.documentElement;

/** A page that was made for a plain host has no server to ask. */
export const isAlone = root.dataset.server === 'none';

/** @type {Transport | null} */
let here = null;
/** @type {Promise<Transport | null> | null} */
let coming = null;

/** Brings the games here, once. */
export function bring() {
  coming ??= local().then((found) => {
    here = found;
    root.dataset.games = found ? 'here' : 'server';
    return found;
  });
  return coming;
}

/** @template T @param {(transport: Transport) => Promise<T>} what @returns {Promise<T>} */
export async function answered(what) {
  const games = here ?? (isAlone ? await bring() : null);
  if (games) return what(games);
  try {
    return await what(http);
  } catch (error) {
    // The server cannot be reached: the games may be on their way here.
    const found = error instanceof TypeError ? await bring() : null;
    if (!found) throw error;
    return what(found);
  }
}
