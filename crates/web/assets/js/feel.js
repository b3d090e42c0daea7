// @ts-check
// What is heard and felt, where somebody has asked for it.

import { settings } from './settings.js';

/** Tones of each event: hertz, and when they begin in seconds. @type {Record<string, [hertz: number, at: number][]>} */
const TONES = {
  move: [[520, 0]],
  won: [
    [523, 0],
    [659, 0.09],
    [784, 0.18],
    [1047, 0.27],
  ],
  lost: [
    [330, 0],
    [262, 0.14],
  ],
};

/** What is felt, in milliseconds. @type {Record<string, number[]>} */
const BUZZ = { move: [8], won: [20, 60, 20], lost: [60] };

/** @type {AudioContext | null} */
let audio = null;

/** @param {'move' | 'won' | 'lost'} event */
export function feel(event) {
  if (settings.haptics) navigator.vibrate?.(BUZZ[event]);
  if (!settings.sound) return;
  audio ??= new AudioContext();
  for (const [hertz, at] of TONES[event]) {
    const begin = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.linearRampToValueAtTime(0.12, begin + 0.008);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.16);
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.18);
  }
}
