// @ts-check
/** @import {Part} from '../types.js' */
/** @import {Table} from '../game.js' */
import { h } from '../dom.js';
/** @param {Table} _table @returns {Part} */
export function blocky(_table) {
  return { fields: [], setup: () => '', panel: () => h('div.panel'), update() {}, keys: [] };
}
