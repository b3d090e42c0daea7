// @ts-check
// The dialogs: new game, open, share, export, settings, help.

/** @import {Table} from './game.js' */
/** @import {GameInfo} from './types.js' */
import { clock, fragment } from './address.js';
import { ask, picture, read, touch, verbs } from './api.js';
import { canCapture, captureDialog } from './capture.js';
import { button, copy, dialog, download, h, toast } from './dom.js';
import { form } from './form.js';
import { LANGUAGES, said, t } from './i18n.js';
import { set, settings } from './settings.js';

/** A key as people know it. @param {string} key */
export const keyName = (key) =>
  /** @type {Record<string, string>} */ ({ ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' })[key] ?? key;

/** A labelled line of a form. @param {string} label @param {HTMLElement} input */
const line = (label, input) => h('label.line', {}, h('span', {}, label), input);

/** @param {[string, string][]} choices @param {string} value @param {(value: string) => void} changed */
function select(choices, value, changed) {
  const options = choices.map(([key, text]) => h('option', { value: key }, text));
  const element = /** @type {HTMLSelectElement} */ (h('select', {}, ...options));
  element.value = value;
  element.addEventListener('change', () => changed(element.value));
  return element;
}

/** @param {boolean} checked @param {(value: boolean) => void} changed */
function check(checked, changed) {
  const element = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked }));
  element.addEventListener('change', () => changed(element.checked));
  return element;
}

/** @param {string} text */
const copied = async (text) => toast((await copy(text)) ? t('copied') : t('copy.failed'));

/** @param {Table} table */
export async function newDialog(table) {
  const { info } = table;
  const busy = h('p.busy', { role: 'status' }, t('new.making'));
  busy.hidden = true;
  const wrong = h('p.wrong', { role: 'alert' });
  /** @param {() => Promise<void>} begin */
  const start = async (begin) => {
    busy.hidden = false;
    wrong.textContent = '';
    try {
      await begin();
      box.close();
      table.board.focusOn(table.board.cursor);
    } catch (error) {
      busy.hidden = true;
      wrong.textContent = table.explain(error);
    }
  };
  const presets = info.setups.map(({ setup, name }) =>
    h(
      'button.preset',
      { type: 'button', onclick: () => start(() => table.deal(setup)) },
      said('span', { code: `${info.name}.preset.${setup}`, text: name }),
    ),
  );
  const own = h('details', {}, h('summary', {}, t('new.own')));
  const box = dialog(t('new.title', { game: info.title }), presets.length > 0 && h('div.presets', {}, ...presets), own, busy, wrong);
  const all = await verbs().catch(() => ({ games: [] }));
  const known = all.games.find(({ name }) => name === info.name)?.verbs.find(({ name }) => name === 'new');
  if (known) own.append(form(info.name, known.options, (options) => start(() => table.make(options))));
  else own.remove();
}

/** @param {Table} table @param {File | string} [given] what was dropped or pasted */
export function openDialog(table, given) {
  const { info } = table;
  const text = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 6, spellcheck: false }));
  const accept = table.can('import') ? 'image/png,image/jpeg,text/*,.txt,.json' : 'text/*,.txt,.json,.tri,.gr';
  const file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept }));
  const place = h('div.result', {});
  /** @param {File} chosen */
  const take = async (chosen) => {
    if (!chosen.type.startsWith('image/')) {
      text.value = await chosen.text();
    } else if (table.can('import')) await look(chosen);
    else place.replaceChildren(h('p.wrong', { role: 'alert' }, t('open.no_pictures')));
  };
  /** What a picture shows is offered as text, to be corrected where needed. @param {File} chosen */
  const look = async (chosen) => {
    place.replaceChildren(h('p.busy', {}, t('open.looking')));
    try {
      const seen = await read(info.name, chosen);
      const kept = await ask(info.name, 'export', seen.position ? { position: seen.position } : { puzzle: seen.id });
      text.value = kept.text;
      const doubts = (seen.unsure ?? []).map(String).join(' ');
      place.replaceChildren(
        h('p', {}, t('open.seen', { percent: Math.round((seen.confidence ?? 1) * 100) })),
        doubts && h('p', {}, t('open.unsure', { cells: doubts })),
      );
    } catch (error) {
      place.replaceChildren(h('p', { lang: 'en' }, /** @type {Error} */ (error).message));
    }
  };
  const open = async () => {
    try {
      await table.openText(text.value);
      box.close();
    } catch (error) {
      place.replaceChildren(h('p.wrong', { role: 'alert' }, table.explain(error)));
    }
  };
  file.addEventListener('change', () => file.files?.[0] && take(file.files[0]));
  const capture = () => {
    box.close();
    captureDialog(table);
  };
  const box = dialog(
    t('open.title', { game: info.title }),
    h('p', {}, t(table.can('import') ? 'open.how.pictures' : 'open.how')),
    line(t('open.text'), text),
    h('div.row', {}, button('open', t('open.read'), open, { class: 'main', 'data-tool': 'read' })),
    line(t('open.file'), file),
    canCapture(table) && h('div.row', {}, button('', t('capture.open'), capture, { 'data-tool': 'capture' })),
    place,
  );
  box.addEventListener('paste', (event) => {
    const chosen = event.clipboardData?.files[0];
    if (!chosen) return;
    event.preventDefault();
    take(chosen);
  });
  box.addEventListener('dragover', (event) => event.preventDefault());
  box.addEventListener('drop', (event) => {
    event.preventDefault();
    const chosen = event.dataTransfer?.files[0];
    if (chosen) take(chosen);
  });
  if (typeof given === 'string') text.value = given;
  else if (given) take(given);
}

/** @param {Table} table */
export function shareDialog(table) {
  const moves = table.steps.flat();
  const link = /** @type {HTMLInputElement} */ (h('input', { type: 'text', readOnly: true, 'data-tool': 'link' }));
  const withMoves = check(moves.length > 0, () => show());
  const show = () => {
    const address = new URL(location.href);
    address.hash = fragment(table.info.name, table.puzzle, withMoves.checked ? moves : []);
    link.value = address.href;
  };
  show();
  link.addEventListener('focus', () => link.select());
  dialog(
    t('share.title'),
    h('p', {}, t('share.how')),
    line(t('share.link'), link),
    moves.length > 0 && line(t('share.moves', { n: moves.length }), withMoves),
    h(
      'div.row',
      {},
      button('share', t('copy'), () => copied(link.value), { class: 'main' }),
    ),
    h('p.small', {}, t('share.id'), ' ', h('code.id', {}, table.puzzle)),
  );
}

/** @param {Table} table */
export async function exportDialog(table) {
  const { name } = table.info;
  const file = `azulejo-${name}`;
  const place = h('div.formats', {}, h('p.busy', {}, t('thinking')));
  const drawn = (/** @type {'svg' | 'png'} */ format) => async () => {
    try {
      download(await picture(name, table.view.position, format), `${file}.${format}`);
    } catch (error) {
      table.complain(error);
    }
  };
  dialog(t('export.title'), h('div.row', {}, button('save', 'SVG', drawn('svg')), button('save', 'PNG', drawn('png'))), place);
  /** @param {string} label @param {string} text @param {string} ending */
  const shown = (label, text, ending) =>
    h(
      'div.format',
      {},
      h(
        'div.row',
        {},
        h('strong', {}, label),
        button('share', t('copy'), () => copied(text)),
        button('save', t('download'), () => download(new Blob([text], { type: 'text/plain' }), `${file}.${ending}`)),
      ),
      h('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text.length > 600 ? `${text.slice(0, 600)}…` : text),
    );
  try {
    const { id, text, formats = {} } = await ask(name, 'export', { position: table.view.position });
    const others = Object.entries(formats).filter(([, other]) => other !== text);
    place.replaceChildren(
      shown(t('export.text'), text, 'txt'),
      ...others.map(([label, other]) => shown(label, String(other), label === 'json' ? 'json' : 'txt')),
      shown('JSON', JSON.stringify(table.view.position), 'json'),
      shown('id', id, 'txt'),
    );
  } catch (error) {
    place.replaceChildren();
    table.complain(error);
  }
}

/** Asks before something that cannot be taken back. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function askFirst(question, yes) {
  return new Promise((answer) => {
    const agree = () => {
      answer(true);
      box.close();
    };
    const no = button('', t('cancel'), () => box.close());
    const box = dialog(yes, h('p', {}, question), h('div.row', {}, button('', yes, agree, { class: 'main', 'data-tool': 'yes' }), no));
    box.addEventListener('close', () => answer(false));
  });
}

/** Nobody sees the board until the next person is there. @param {number} player from 1 */
export function hideDialog(player) {
  const ready = button('', t('hide.ready', { n: player }), () => box.close(), { class: 'main', 'data-tool': 'ready' });
  const box = dialog(t('hide.title'), h('p', {}, t('hide.next', { n: player })), h('div.row', {}, ready));
  box.classList.add('hiding');
}

/** The card at the end of a puzzle. @param {Table} table */
export function wonDialog(table) {
  const { hints = 0, solved = false } = table.extra;
  const then = (/** @type {() => void} */ act) => () => {
    box.close();
    act();
  };
  const box = dialog(
    table.statusLine?.textContent ?? t('state.won'),
    h(
      'dl.sum',
      {},
      ...[
        [t('timer'), clock(table.seconds)],
        [t('moves'), String(table.steps.length)],
        [t('won.hints'), String(hints)],
      ].flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
    solved && h('p.small', {}, t('won.shown')),
    h(
      'div.row',
      {},
      button(
        'plus',
        t('another'),
        then(() => table.another()),
        { class: 'main', 'data-tool': 'next' },
      ),
      button(
        'mode',
        t('won.review'),
        then(() => table.switchMode()),
        { 'data-tool': 'review' },
      ),
      button(
        'share',
        t('share'),
        then(() => shareDialog(table)),
      ),
    ),
  );
  box.classList.add('won');
}

export function settingsDialog() {
  const auto = /** @type {[string, string]} */ (['auto', t('settings.auto')]);
  const speak = (/** @type {string} */ value) => {
    box.close();
    set('language', value);
  };
  const box = dialog(
    t('settings'),
    line(
      t('settings.language'),
      select([auto, ...LANGUAGES.map(([code, name]) => /** @type {[string, string]} */ ([code, name]))], settings.language, speak),
    ),
    line(
      t('settings.theme'),
      select([auto, ['light', t('theme.light')], ['dark', t('theme.dark')]], settings.theme, (value) =>
        set('theme', /** @type {any} */ (value)),
      ),
    ),
    line(
      t('settings.palette'),
      select(
        ['default', 'azulejo', 'classic', 'grey'].map((name) => [name, t(`palette.${name}`)]),
        settings.palette,
        (value) => set('palette', value),
      ),
    ),
    ...['letters', 'axes'].map((name) => {
      const key = /** @type {'letters' | 'axes'} */ (name);
      const { mode } = settings;
      return line(
        t(`settings.${key}`),
        check(settings[mode][key], (value) => set(mode, { ...settings[mode], [key]: value })),
      );
    }),
    ...['patterns', 'timer', 'sound', 'haptics', 'hide'].map((name) => {
      const key = /** @type {'patterns' | 'timer' | 'sound' | 'haptics' | 'hide'} */ (name);
      return line(
        t(`settings.${key}`),
        check(settings[key], (value) => set(key, value)),
      );
    }),
    line(
      t('settings.motion'),
      check(settings.motion === 'less', (value) => set('motion', value ? 'less' : 'auto')),
    ),
  );
}

/** The rules in pictures: what the lesson does, step by step. @param {GameInfo} info */
function taught({ name, lesson }) {
  if (!lesson) return null;
  const shown = lesson.steps.map(({ say }) => ({ picture: h('div.picture', { 'aria-hidden': 'true' }), words: said('figcaption', say) }));
  const fill = async () => {
    let now = await touch(name, { puzzle: lesson.puzzle, options: { gestures: [] } });
    for (const [index, { touch: handles }] of lesson.steps.entries()) {
      const gestures =
        handles.length === 1
          ? [{ act: 'tap', on: handles[0] }]
          : [...handles.map((on, at) => ({ act: at === 0 ? 'press' : 'drag', on })), { act: 'release', on: handles.at(-1) }];
      now = await touch(name, { position: now.position, options: { ui: now.ui, gestures } });
      const { documentElement: svg } = new DOMParser().parseFromString(now.scenes[0].svg, 'image/svg+xml');
      for (const part of svg.querySelectorAll('[data-handle], [role], [aria-label]'))
        for (const name of ['data-handle', 'role', 'aria-label']) part.removeAttribute(name);
      shown[index].picture.replaceChildren(document.importNode(svg, true));
    }
  };
  // Pictures are a help; the words are there without them.
  fill().catch(() => {});
  return h('div.taught', {}, ...shown.map(({ picture, words }) => h('figure', {}, picture, words)));
}

/** @param {Table | null} table */
export function helpDialog(table) {
  const keys = (/** @type {string[]} */ names) => h('dt', {}, ...names.map((name) => h('kbd', {}, name)));
  const own = ['arrows', 'act', 'undo', 'hint', 'check', 'solve', 'mode', 'new', 'help'];
  const controls = (table?.view.controls ?? []).filter((control) => control.keys?.length);
  const learn = () => {
    box.close();
    table?.learn();
  };
  const box = dialog(
    table ? t('help.title', { game: table.info.title }) : t('help'),
    table ? said('p', { code: `${table.info.name}.rules`, text: table.info.summary }) : h('p', {}, t('help.what')),
    table && taught(table.info),
    Boolean(table?.info.lesson) && h('div.row', {}, button('play', t('learn'), learn, { class: 'main', 'data-tool': 'learn' })),
    h('h3', {}, t('help.keys')),
    h(
      'dl.keys',
      {},
      ...controls.flatMap((control) => [keys((control.keys ?? []).map(keyName)), said('dd', control.label)]),
      ...own.flatMap((name) => [keys(t(`key.${name}`).split(' ')), h('dd', {}, t(`key.${name}.does`))]),
    ),
  );
}
