// @ts-check
// A form made from the schema of a verb's options: whatever a game lets one choose, one can choose here.

import { h } from './dom.js';
import { said, t } from './i18n.js';

/** @typedef {{name: string, schema: any, element: HTMLInputElement | HTMLSelectElement, value: () => any}} Field */

/** A schema without references and without the choice of nothing at all. @param {any} schema @param {any} whole @returns {any} */
function plain(schema, whole) {
  if (schema.$ref) {
    const { $ref, ...more } = schema;
    const found = $ref
      .split('/')
      .slice(1)
      .reduce((/** @type {any} */ part, /** @type {string} */ name) => part?.[name], whole);
    return { ...plain(found ?? {}, whole), ...more };
  }
  const { anyOf, ...more } = schema;
  const real = anyOf?.filter((/** @type {any} */ one) => one.type !== 'null') ?? [];
  if (real.length > 0) return { ...plain(real[0], whole), ...more };
  const types = [schema.type ?? []].flat().filter((one) => one !== 'null');
  // What may be a number or a text is a text.
  const type = types.includes('string') ? 'string' : types[0];
  return { ...schema, type };
}

/** The values to choose from, if they are listed. @param {any} schema @returns {{value: any, about?: string}[] | null} */
function choices(schema) {
  const listed = schema.enum ?? (schema.const === undefined ? null : [schema.const]);
  if (listed) return listed.filter((/** @type {any} */ value) => value !== null).map((/** @type {any} */ value) => ({ value }));
  const parts = schema.oneOf?.map((/** @type {any} */ one) => choices(one)?.map((choice) => ({ about: one.description, ...choice })));
  return parts?.every(Boolean) ? parts.flat() : null;
}

/** @param {string} name @param {any} schema @returns {Field | null} */
function field(name, schema) {
  const listed = choices(schema);
  const usual = schema.default ?? null;
  if (listed) {
    const options = listed.map(({ value, about }) =>
      h('option', { value: String(value), title: about }, t({ code: `choice.${value}`, text: String(value) })),
    );
    if (usual === null) options.unshift(h('option', { value: '' }, t('choice.any')));
    const element = /** @type {HTMLSelectElement} */ (h('select', { name }, ...options));
    element.value = usual === null ? '' : String(usual);
    return { name, schema, element, value: () => listed.find(({ value }) => String(value) === element.value)?.value };
  }
  if (schema.type === 'boolean') {
    const element = /** @type {HTMLInputElement} */ (h('input', { name, type: 'checkbox', checked: usual === true }));
    return { name, schema, element, value: () => element.checked };
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  if (isNumber) {
    const [min, max] = [schema.minimum, schema.maximum];
    const step = schema.type === 'integer' ? 1 : 'any';
    const element = /** @type {HTMLInputElement} */ (
      h('input', { name, type: 'number', min, max, step, value: usual ?? '', inputMode: 'numeric' })
    );
    return { name, schema, element, value: () => (element.value === '' ? undefined : Number(element.value)) };
  }
  if (schema.type === 'object') return null;
  const shown = Array.isArray(usual) ? usual.join(', ') : (usual ?? '');
  const element = /** @type {HTMLInputElement} */ (
    h('input', { name, type: 'text', value: shown, pattern: schema.pattern, autocomplete: 'off' })
  );
  const parts = () =>
    element.value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => (schema.items?.type === 'integer' ? Number(part) : part));
  return {
    name,
    schema,
    element,
    value: () => (element.value.trim() === '' ? undefined : schema.type === 'array' ? parts() : element.value.trim()),
  };
}

/** What most players leave alone. */
const RARE = /seed$|^setup$/;

/**
 * @param {string} game @param {any} schema @param {(options: Record<string, any>) => void} submit
 * @returns {HTMLElement}
 */
export function form(game, schema, submit) {
  const all = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => field(name, plain(one, schema)) ?? []);
  const shown = (/** @type {Field} */ { name, schema: own, element }) =>
    h('label.line', {}, said('span', { code: `${game}.new.${name}`, text: own.description ?? name }), element);
  const [rare, usual] = [all.filter(({ name }) => RARE.test(name)), all.filter(({ name }) => !RARE.test(name))];
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    // What is as it was need not be said.
    const chosen = all.map(({ name, schema: own, value }) => [name, value(), own.default ?? null]);
    const changed = chosen.filter(([, value, before]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before));
    submit(Object.fromEntries(changed.map(([name, value]) => [name, value])));
  };
  const more = rare.length > 0 && h('details', { open: usual.length === 0 }, h('summary', {}, t('new.more')), ...rare.map(shown));
  return h('form.fields', { onsubmit: begin }, ...usual.map(shown), more, h('button.main', { type: 'submit' }, t('new.start')));
}
