// @ts-check
// The way in: reads the address, shows the front door or a game.

/** @import {GameInfo, Saved} from './types.js' */
import { games as known, play } from './api.js';
import { helpDialog, settingsDialog } from './dialogs.js';
import { announce, h, icon, toast } from './dom.js';
import { Table } from './game.js';
import { home } from './home.js';
import { loadWords, t } from './i18n.js';
import { keepOffline } from './offline.js';
import { Problem } from './problem.js';
import { apply, forget, onSetting, saved, settings } from './settings.js';
import { bring, isAlone } from './transport.js';

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
/** @type {GameInfo[]} */
let games = [];
/** @type {Table | null} */
let table = null;
let turn = 0;

/** @param {string} current */
function header(current) {
  const links = games.map((game) => h('a', { href: `#/${game.name}`, 'aria-current': game.name === current ? 'page' : null }, game.title));
  /** @param {string} name @param {string} text @param {() => void} act */
  const tool = (name, text, act) =>
    h(
      'button.round',
      { type: 'button', 'aria-label': text, title: text, onclick: act, 'data-tool': name },
      /** @type {any} */ (icon(name)),
    );
  bar.replaceChildren(
    h(
      'a.logo',
      { href: '#/', 'aria-label': t('home') },
      h('img', { src: 'img/icon.svg', alt: '', width: 30, height: 30 }),
      h('span', {}, 'azulejo'),
    ),
    h('nav', { 'aria-label': t('home.games') }, ...links),
    h('div.row', {}, tool('settings', t('settings'), settingsDialog), tool('help', t('help'), help)),
  );
  const skip = document.getElementById('skip');
  if (skip) skip.textContent = t('skip');
}

function help() {
  helpDialog(table);
}

/** @param {string} text */
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether a saved game could be taken up; one that cannot be read any more is forgotten. @param {Table} next @param {Saved} kept */
async function resumed(next, kept) {
  try {
    await next.resume(kept);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    forget(kept);
    return false;
  }
}

/** Whether somebody comes to a game for the first time, to play. @param {GameInfo} info */
const isNew = ({ name, lesson }) => Boolean(lesson) && settings.mode === 'play' && !settings.learned[name] && !saved(name);

async function route() {
  const mine = ++turn;
  const [, name = '', ...rest] = location.hash.split('/');
  const [id, moves] = [decoded(rest[0] ?? ''), decoded(rest.slice(1).join('/'))];
  const info = games.find((game) => game.name === name);
  if (!info) {
    table = null;
    header('');
    document.title = 'azulejo';
    const page = await home(games);
    if (mine === turn) main.replaceChildren(page);
    return;
  }
  if (table && table.info === info && table.isConnected && table.puzzle === id && !moves) return;
  const next = new Table();
  next.build(info);
  try {
    const kept = saved(name, id || undefined);
    // Without an id one goes on where one left off, unless that game is over.
    if (kept && !moves && (id || kept.state === 'playing') && (await resumed(next, kept))) {
      // It goes on.
    } else if (id) {
      await next.begin(
        await play(name, { puzzle: id }),
        moves
          .split(';')
          .map((move) => move.trim())
          .filter(Boolean),
      );
    } else if (isNew(info)) await next.learn();
    else await next.deal(info.setups[0]?.setup ?? '');
  } catch (error) {
    next.disconnectedCallback();
    if (mine !== turn) return;
    toast(/** @type {Error} */ (error).message, 'bad');
    if (id) location.replace(`#/${name}`);
    else location.replace('#/');
    return;
  }
  if (mine !== turn) return;
  table = next;
  header(name);
  main.replaceChildren(next);
  main.dataset.ready = name;
}

document.getElementById('skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  if (table) table.board.focusOn(table.board.cursor);
  else main.focus();
});

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key !== '?' || document.querySelector('dialog[open]') || target.closest?.('input, textarea, select')) return;
  event.preventDefault();
  help();
});

onSetting(async (name) => {
  if (name === 'language') {
    await loadWords();
    table?.keep();
    table = null;
    await route();
    announce(t('settings.language'));
  } else if (['theme', 'palette', 'patterns'].includes(name) && !table) route();
});

apply();
try {
  [{ games }] = await Promise.all([known(), loadWords()]);
  window.addEventListener('hashchange', route);
  await route();
} catch (error) {
  main.replaceChildren(h('p.plain', {}, /** @type {Error} */ (error).message));
}
// What can wait comes last: the games themselves, and the page for when there is no network.
await bring();
if (isAlone) await keepOffline();
