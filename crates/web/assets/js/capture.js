// @ts-check
// Puzzle after puzzle from a window that somebody shares: what stands still is read, what is new is kept.

/** @import {Table} from './game.js' */
import { read } from './api.js';
import { announce, button, dialog, download, h, wait } from './dom.js';
import { t } from './i18n.js';

/** Between two looks, in milliseconds; what is the same in both stands still. */
const LOOK = 250;
/** Frames are compared by so many samples across and down. */
const SAMPLES = 96;
/** A mean difference of two frames' samples above this is a change: what a video's compression adds stays below. */
const CHANGE = 1;

/** Whether this browser can share a screen, and this game read it. @param {Table} table */
export const canCapture = (table) => table.can('import') && Boolean(navigator.mediaDevices?.getDisplayMedia);

/** @param {CanvasImageSource} source @param {number} width @param {number} height */
function drawn(source, width, height) {
  const canvas = /** @type {HTMLCanvasElement} */ (h('canvas', { width, height }));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  context.drawImage(source, 0, 0, width, height);
  return { canvas, context };
}

/** @param {HTMLVideoElement} video */
const samples = (video) => drawn(video, SAMPLES, SAMPLES).context.getImageData(0, 0, SAMPLES, SAMPLES).data;

/** @param {Uint8ClampedArray} one @param {Uint8ClampedArray | null} other */
function differ(one, other) {
  if (!other) return true;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at] - other[at]);
  return sum / one.length > CHANGE;
}

/** The frame as a file. @param {HTMLVideoElement} video @returns {Promise<Blob>} */
const still = (video) =>
  new Promise((done, failed) => {
    const { canvas } = drawn(video, video.videoWidth, video.videoHeight);
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png');
  });

/**
 * Every new picture that stands still, until the sharing ends.
 * @param {MediaStream} stream @param {HTMLVideoElement} video
 */
async function* stills(stream, video) {
  /** @type {Uint8ClampedArray | null} */
  let last = null;
  /** @type {Uint8ClampedArray | null} */
  let known = null;
  while (stream.active) {
    await wait(LOOK);
    if (!video.videoWidth) continue;
    const now = samples(video);
    if (!differ(now, last) && differ(now, known)) {
      known = now;
      yield await still(video);
    }
    last = now;
  }
}

/** @param {Table} table */
export function captureDialog(table) {
  const { info } = table;
  const said = h('p', { role: 'status' }, t('capture.how'));
  const list = h('ol.captured', {});
  /** @type {{id: string}[]} */
  const found = [];
  /** @type {MediaStream | null} */
  let stream = null;
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  /** @param {any} seen */
  const keep = (seen) => {
    found.push(seen);
    const percent = Math.round((seen.confidence ?? 1) * 100);
    const open = async () => {
      box.close();
      await table.openText(seen.id);
    };
    list.append(h('li', {}, button('open', t('capture.play', { percent }), open, { 'data-puzzle': seen.id })));
    said.textContent = t('capture.found', { n: found.length });
    announce(said.textContent);
    save.hidden = false;
  };
  const begin = async () => {
    try {
      stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false });
    } catch {
      said.textContent = t('capture.refused');
      return;
    }
    start.hidden = true;
    halt.hidden = false;
    said.textContent = t('capture.waiting');
    const video = /** @type {HTMLVideoElement} */ (h('video', { muted: true, playsInline: true, srcObject: stream }));
    await video.play();
    for await (const picture of stills(stream, video)) {
      // What shows no puzzle is passed over: between two of them there may be anything.
      const seen = await read(info.name, picture).catch(() => null);
      if (seen && seen.id !== found.at(-1)?.id) keep(seen);
    }
    halt.hidden = true;
    start.hidden = false;
    said.textContent = t('capture.ended', { n: found.length });
  };
  const pack = () =>
    download(new Blob([found.map(({ id }) => `${id}\n`).join('')], { type: 'text/plain' }), `azulejo-${info.name}-puzzles.txt`);
  const start = button('play', t('capture.start'), begin, { class: 'main', 'data-tool': 'share-screen' });
  const halt = button('stop', t('capture.stop'), stop, { hidden: true, 'data-tool': 'stop-screen' });
  const save = button('save', t('capture.save'), pack, { hidden: true, 'data-tool': 'save-captured' });
  const box = dialog(t('capture.title', { game: info.title }), said, h('div.row', {}, start, halt, save), list);
  box.addEventListener('close', stop);
}
