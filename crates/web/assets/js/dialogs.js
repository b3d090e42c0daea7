// @ts-check
// The dialogs: new game, open, share, export, settings, help.

/** @import {Table} from './game.js' */
/** @import {Field, View} from './types.js' */
import { api, Problem } from './api.js';
import { button, copy, dialog, download, h, toast } from './dom.js';
import { fragment } from './address.js';
import { editor } from './games/flow-editor.js';
import { knows, LANGUAGES, t } from './i18n.js';
import { set, settings } from './settings.js';

/** A labelled line of a form. @param {string} label @param {HTMLElement} input */
const line = (label, input) => h('label.line', {}, h('span', {}, label), input);

/** @param {[string, string][]} choices @param {string} value @param {(value: string) => void} [changed] */
function select(choices, value, changed) {
  const element = /** @type {HTMLSelectElement} */ (
    h('select', {}, ...choices.map(([key, text]) => h('option', { value: key }, text)))
  );
  element.value = value;
  if (changed) element.addEventListener('change', () => changed(element.value));
  return element;
}

/** @param {boolean} checked @param {(value: boolean) => void} [changed] */
function check(checked, changed) {
  const element = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked }));
  if (changed) element.addEventListener('change', () => changed(element.checked));
  return element;
}

/** @param {Field} field */
function input(field) {
  if (field.kind === 'check') return check(field.value);
  if (field.kind === 'choice') {
    return select((field.choices ?? []).map(([value, text]) => [value, knows(text) ? t(text) : text]), String(field.value));
  }
  return /** @type {HTMLInputElement} */ (h('input', { type: 'number', min: String(field.min), max: String(field.max), value: String(field.value), inputMode: 'numeric' }));
}

/** @param {Table} table */
export function newDialog(table) {
  const { info, kit } = table;
  /** @param {any} body @param {Record<string, any>} [extra] */
  const start = async (body, extra = {}) => {
    busy.hidden = false;
    try {
      const view = body.difficulty && info.abilities.includes('generate') ? await api.generate(info.name, body) : await api.create(info.name, body);
      box.close();
      await table.begin(view);
      Object.assign(table.extra, extra, { wish: { ...body, seed: undefined } });
      table.keep();
      table.wake();
      table.board.focusCell(table.board.cursor);
    } catch (error) {
      busy.hidden = true;
      table.complain(error);
    }
  };
  const busy = h('p.busy', { role: 'status' }, t('new.making'));
  busy.hidden = true;
  const levels = info.difficulties ?? [];
  const level = levels.length > 0 ? select([['', t('difficulty.any')], ...levels.map((name) => /** @type {[string, string]} */ ([name, knows(`difficulty.${name}`) ? t(`difficulty.${name}`) : name]))], '') : null;
  const difficulty = () => (level?.value ? { difficulty: level.value } : {});
  const presets = (info.setups ?? []).map(({ setup, name }) =>
    h('button.preset', { type: 'button', title: setup, onclick: () => start({ setup, ...difficulty() }, kit.seats?.({}) ?? {}) }, name));
  const fields = kit.fields.map((field) => ({ field, element: input(field) }));
  const seed = /** @type {HTMLInputElement} */ (h('input', { type: 'text', placeholder: t('new.seed.any'), autocomplete: 'off' }));
  const values = () => Object.fromEntries(fields.map(({ field, element }) => [
    field.key, field.kind === 'check' ? /** @type {HTMLInputElement} */ (element).checked : field.kind === 'number' ? Number(element.value) : element.value,
  ]));
  const form = h(
    'form.fields', {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const chosen = values();
        start({ setup: kit.setup(chosen), ...(seed.value.trim() ? { seed: seed.value.trim() } : {}), ...difficulty() }, kit.seats?.(chosen) ?? {});
      },
    },
    ...fields.map(({ field, element }) => line(t(field.label), element)),
    line(t('new.seed'), seed),
    h('button.main', { type: 'submit' }, t('new.start')),
  );
  const box = dialog(
    t('new.title', { game: info.title }),
    level && line(t('difficulty'), level),
    h('div.presets', {}, ...presets),
    h('details', {}, h('summary', {}, t('new.own')), form),
    busy,
  );
}

/** @param {Table} table @param {File | string} [given] what was dropped or pasted */
export function openDialog(table, given) {
  const { info } = table;
  const text = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 6, spellcheck: false, placeholder: t(`open.example.${info.name}`) }));
  const pictures = info.name === 'flow';
  const file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept: pictures ? 'image/png,image/jpeg,text/*,.txt,.json' : 'text/*,.txt,.json,.tri,.gr' }));
  const place = h('div.result', {});
  /** @param {File} chosen */
  const take = async (chosen) => {
    if (chosen.type.startsWith('image/')) {
      if (!pictures) return toast(t('open.no_pictures'), 'bad');
      return picture(chosen);
    }
    text.value = (await chosen.text()).slice(0, 200000);
    return undefined;
  };
  /** @param {File} chosen @param {number} [rows] @param {number} [columns] */
  const picture = async (chosen, rows, columns) => {
    place.replaceChildren(h('p.busy', {}, t('open.looking')));
    try {
      const view = await api.screenshot(chosen, rows, columns);
      const found = editor(view.position.board, new Set(view.unsure ?? []), async (board) => {
        if (await table.readText(board)) box.close();
      });
      place.replaceChildren(
        h('p', {}, t('open.seen', { percent: Math.round((view.confidence ?? 1) * 100) })),
        found,
      );
    } catch (error) {
      if (error instanceof Problem && error.status === 501) return void place.replaceChildren(h('p', { lang: 'en' }, error.message));
      const [high, wide] = [0, 0].map(() => /** @type {HTMLInputElement} */ (h('input', { type: 'number', min: '2', max: '40', value: '7' })));
      place.replaceChildren(
        h('p', { lang: 'en' }, /** @type {Error} */ (error).message),
        h('div.row', {}, line(t('rows'), high), line(t('columns'), wide), button('open', t('open.again'), () => picture(chosen, Number(high.value), Number(wide.value)))),
      );
    }
  };
  file.addEventListener('change', () => file.files?.[0] && take(file.files[0]));
  const box = dialog(
    t('open.title', { game: info.title }),
    h('p', {}, t(info.abilities.includes('import') ? 'open.how.flow' : 'open.how')),
    line(t('open.text'), text),
    h('div.row', {}, button('open', t('open.read'), async () => { if (await table.readText(text.value)) box.close(); }, { class: 'main', 'data-tool': 'read' }),
      info.name === 'flow' && button('edit', t('edit'), () => place.replaceChildren(editor(table.view.position.board, new Set(), async (board) => { if (await table.readText(board)) box.close(); })))),
    line(t('open.file'), file),
    place,
  );
  box.addEventListener('paste', (event) => {
    const chosen = event.clipboardData?.files[0];
    if (chosen) {
      event.preventDefault();
      take(chosen);
    }
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
    h('div.row', {}, button('share', t('copy'), async () => toast((await copy(link.value)) ? t('copied') : t('copy.failed')), { class: 'main' })),
    h('p.small', {}, t('share.id'), ' ', h('code.id', {}, table.puzzle)),
  );
}

/** @param {Table} table */
export async function exportDialog(table) {
  const { name } = table.info;
  const { position } = table.view;
  const file = `azulejo-${name}`;
  const place = h('div.formats', {}, h('p.busy', {}, t('thinking')));
  const picture = (/** @type {'svg' | 'png'} */ format) => async () => {
    try {
      download(await api.picture(name, position, format), `${file}.${format}`);
    } catch (error) {
      table.complain(error);
    }
  };
  dialog(t('export.title'), h('div.row', {}, button('save', 'SVG', picture('svg')), button('save', 'PNG', picture('png'))), place);
  try {
    const answer = await api.export(name, table.start, table.steps.flat());
    const texts = /** @type {[string, string][]} */ ([
      [t('export.text'), answer.text],
      ['JSON', typeof answer.json === 'string' ? answer.json : JSON.stringify(answer.json)],
      ...Object.entries(answer.formats ?? {}),
    ].filter(([, text]) => text));
    place.replaceChildren(...texts.map(([label, text]) => h('div.format', {},
      h('div.row', {}, h('strong', {}, label),
        button('share', t('copy'), async () => toast((await copy(text)) ? t('copied') : t('copy.failed'))),
        button('save', t('download'), () => download(new Blob([text], { type: 'text/plain' }), `${file}.${label === 'JSON' ? 'json' : 'txt'}`))),
      h('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text.length > 600 ? `${text.slice(0, 600)}…` : text))));
  } catch (error) {
    place.replaceChildren();
    table.complain(error);
  }
}

export function settingsDialog() {
  const box = dialog(
    t('settings'),
    line(t('settings.language'), select([['auto', t('settings.auto')], ...LANGUAGES.map(([code, name]) => /** @type {[string, string]} */ ([code, name]))], settings.language, (value) => { box.close(); set('language', value); })),
    line(t('settings.theme'), select([['auto', t('settings.auto')], ['light', t('theme.light')], ['dark', t('theme.dark')]], settings.theme, (value) => set('theme', /** @type {any} */ (value)))),
    line(t('settings.palette'), select(['default', 'azulejo', 'classic', 'grey'].map((name) => [name, t(`palette.${name}`)]), settings.palette, (value) => set('palette', value))),
    line(t('settings.letters'), check(settings.letters, (value) => set('letters', value))),
    line(t('settings.patterns'), check(settings.patterns, (value) => set('patterns', value))),
    line(t('settings.axes'), check(settings.axes, (value) => set('axes', value))),
    line(t('settings.timer'), check(settings.timer, (value) => set('timer', value))),
    line(t('settings.motion'), check(settings.motion === 'less', (value) => set('motion', value ? 'less' : 'auto'))),
  );
}

/** @param {string} [game] @param {string[]} [keys] */
export function helpDialog(game, keys = []) {
  const rows = ['arrows', 'act', 'undo', 'hint', 'check', 'solve', 'new', 'help', ...keys];
  dialog(
    game ? t('help.title', { game: t(`game.${game}`) }) : t('help'),
    game ? h('p', {}, t(`rules.${game}`)) : h('p', {}, t('help.what')),
    h('h3', {}, t('help.keys')),
    h('dl.keys', {}, ...rows.flatMap((row) => [h('dt', {}, ...t(`key.${row}`).split(' ').map((key) => h('kbd', {}, key))), h('dd', {}, t(`key.${row}.does`))])),
  );
}
