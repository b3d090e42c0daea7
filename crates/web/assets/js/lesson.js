// @ts-check
// Learning by doing: shows where to touch and what comes of it, as the game's own lesson says. Nothing else can be touched meanwhile.

/** @import {Lesson, Gesture, View} from './types.js' */
import { announce, button, h } from './dom.js';
import { said, t } from './i18n.js';

/** @typedef {{say: (...children: (Node | null | false)[]) => void, light: (handles: string[], kind: string) => void, leave: () => void}} Stage */

export class Coach {
  #lesson;
  #stage;
  #at = 0;

  /** @param {Lesson} lesson @param {Stage} stage where it is given */
  constructor(lesson, stage) {
    this.#lesson = lesson;
    this.#stage = stage;
  }

  get #step() {
    return this.#lesson.steps[this.#at];
  }

  /** Whether a gesture is what is asked for; where the pointer merely is does not matter. @param {Gesture} gesture */
  allows({ act, on }) {
    const step = this.#step;
    if (!step || act === 'hover' || act === 'leave') return Boolean(step);
    return step.touch.length > 1 || on === step.touch[0];
  }

  /** After something was touched. @param {string} on @param {View} view */
  touched(on, view) {
    const step = this.#step;
    if (!step) return;
    const isDone = step.touch.length > 1 ? Boolean(view.moves?.length) : on === step.touch[0];
    if (isDone) this.#at += 1;
    this.show(isDone);
  }

  /** @param {boolean} [news] whether it has gone on */
  show(news = true) {
    const { steps, end } = this.#lesson;
    const step = this.#step;
    const message = step?.say ?? end;
    const leave = () => this.#stage.leave();
    const way = step
      ? button('', t('learn.skip'), leave, { 'data-tool': 'skip' })
      : button('play', t('learn.play'), leave, { class: 'main', 'data-tool': 'begin-playing' });
    const dots = h(
      'span.dots',
      { role: 'img', 'aria-label': t('learn.step', { n: Math.min(this.#at + 1, steps.length), all: steps.length }) },
      ...steps.map((_, index) => h(index < this.#at ? 'i.done' : 'i')),
    );
    this.#stage.say(said('p', message), dots, h('div.row', {}, way));
    this.#stage.light(step?.touch ?? [], 'pulse');
    if (news) announce(t(message));
  }
}
