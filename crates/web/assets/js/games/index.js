// @ts-check
// The games' own parts of the page, by name.

/** @import {Part} from '../types.js' */
/** @import {Table} from '../game.js' */
import { blocky } from './blocky.js';
import { flow } from './flow.js';
import { kami } from './kami.js';
import { switcher } from './switcher.js';
import { tetris } from './tetris.js';

/** @type {Record<string, (table: Table) => Part>} */
export const PARTS = { switcher, blocky, flow, tetris, kami };
