// @ts-check
// One game on the page: the board and everything round it that is the same in all games.
// What a game has of its own is its part, in games/; every rule is the server's.

/** @import {View, GameInfo, Saved, Part, Status} from './types.js' */
import { api, Problem } from './api.js';
import { Board } from './board.js';
import { announce, button, h, toast, wait } from './dom.js';
import { exportDialog, newDialog, openDialog, shareDialog } from './dialogs.js';
import { t } from './i18n.js';
import { isStill, onSetting, save, set, settings } from './settings.js';
import { clock, fragment } from './address.js';
import { PARTS } from './games/index.js';

export class Table extends HTMLElement {
  /** @type {GameInfo} */ info = /** @type {any} */ (null);
  /** @type {Part} */ kit = /** @type {any} */ (null);
  /** @type {View} */ view = /** @type {any} */ (null);
  board = new Board();
  puzzle = '';
  /** @type {any} */ start = null;
  /** @type {string[][]} */ steps = [];
  /** @type {string[][]} */ undone = [];
  /** @type {View[]} */ views = [];
  /** @type {Record<string, any>} */ extra = {};
  seconds = 0;
  /** @type {AbortController | null} */ #work = null;
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  #era = 0;
  /** @type {(() => void)[]} */ #endings = [];

  /** @param {GameInfo} info */
  build(info) {
    this.info = info;
    this.kit = PARTS[info.name](this);
    this.dataset.game = info.name;
    this.board.label = t('board.label', { game: info.title });
    if (this.kit.say) this.board.say = this.kit.say;
    this.#layout();
    this.#listen();
  }

  #layout() {
    const able = (/** @type {string} */ what) => this.info.abilities.includes(what);
    this.statusLine = h('p.status', { 'aria-live': 'off' });
    this.clockFace = h('span.clock', { title: t('timer') }, '0:00');
    this.clockFace.hidden = !settings.timer;
    /** @param {string} name @param {string} text @param {() => void} act @param {string} key */
    const tool = (name, text, act, key) => button(name, text, act, { class: 'tool', title: `${text} (${key})`, 'data-tool': name });
    this.tools = h(
      'div.tools', { role: 'group', 'aria-label': t('tools') },
      tool('undo', t('undo'), () => this.undo(), 'u'),
      tool('redo', t('redo'), () => this.redo(), 'r'),
      tool('restart', t('restart'), () => this.restart(), 'x'),
      able('hint') && tool('hint', t('hint'), () => this.hint(), 'h'),
      tool('check', t('check'), () => this.check(), 'k'),
      able('solve') && tool('solve', t(`solve.${this.info.name}`), () => this.solve(), 'z'),
    );
    this.note = h('section.note', { 'aria-label': t('advice') });
    this.note.hidden = true;
    this.moveList = h('ol.moves', { tabindex: '0', 'aria-label': t('moves') });
    const more = h(
      'div.more', {},
      button('plus', t('new'), () => newDialog(this), { class: 'main', 'data-tool': 'new' }),
      button('open', t('open'), () => openDialog(this), { 'data-tool': 'open' }),
      button('share', t('share'), () => shareDialog(this), { 'data-tool': 'share' }),
      button('save', t('export'), () => exportDialog(this), { 'data-tool': 'export' }),
    );
    this.frame = h('div.frame', {}, this.board);
    this.append(
      h('div.stage', {},
        h('div.headline', {}, h('h1', {}, this.info.title), this.statusLine, this.clockFace),
        this.frame, this.tools),
      h('aside.side', { 'aria-label': t('beside') },
        this.note, this.kit.panel(), more,
        h('details.history', {}, h('summary', {}, t('moves')), this.moveList)),
    );
  }

  #listen() {
    const board = this.board;
    board.addEventListener('board-act', (event) => {
      const { cell } = /** @type {CustomEvent} */ (event).detail;
      if (cell) this.kit.act?.(cell);
    });
    board.addEventListener('board-key', (event) => {
      const { cell, event: key } = /** @type {CustomEvent} */ (event).detail;
      if (this.kit.key?.(key, cell)) event.preventDefault();
    });
    const key = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener('keydown', key);
    const setting = onSetting((name) => {
      if (['theme', 'palette', 'patterns', 'letters', 'axes'].includes(name)) this.redraw();
      if (name === 'timer' && this.clockFace) this.clockFace.hidden = !settings.timer;
    });
    const tick = setInterval(() => this.#tick(), 1000);
    this.#endings = [() => document.removeEventListener('keydown', key), setting, () => clearInterval(tick)];
    const hide = () => this.keep();
    window.addEventListener('pagehide', hide);
    this.#endings.push(() => window.removeEventListener('pagehide', hide));
    this.addEventListener('dragover', (event) => {
      event.preventDefault();
      this.classList.add('dropping');
    });
    this.addEventListener('dragleave', (event) => {
      if (!this.contains(/** @type {Node} */ (event.relatedTarget))) this.classList.remove('dropping');
    });
    this.addEventListener('drop', (event) => {
      event.preventDefault();
      this.classList.remove('dropping');
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file || text) openDialog(this, file ?? text);
    });
    const paste = (/** @type {ClipboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (document.querySelector('dialog[open]') || target.closest?.('input, textarea, select')) return;
      const pasted = event.clipboardData?.files[0] ?? event.clipboardData?.getData('text/plain');
      if (pasted) openDialog(this, pasted);
    };
    document.addEventListener('paste', paste);
    this.#endings.push(() => document.removeEventListener('paste', paste));
  }

  disconnectedCallback() {
    this.#era += 1;
    this.#work?.abort();
    this.board.forget();
    this.kit?.leave?.();
    for (const end of this.#endings) end();
  }

  #tick() {
    if (document.hidden || !this.view || this.view.status.state !== 'playing') return;
    this.seconds += 1;
    this.#showClock();
    if (this.seconds % 15 === 0) this.keep();
  }

  #showClock() {
    if (this.clockFace) this.clockFace.textContent = clock(this.seconds);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]') || target.closest?.('input, textarea, select')) return;
    // A list that scrolls keeps its arrows.
    if (event.key.startsWith('Arrow') && target.closest?.('ol, pre')) return;
    if (target.closest?.('azulejo-board') === null && this.kit.key?.(event, this.board.cursor)) {
      event.preventDefault();
      return;
    }
    if (event.key.startsWith('Arrow') && (target === document.body || target.id === 'main')) {
      event.preventDefault();
      this.board.focusCell(this.board.cursor);
      return;
    }
    const acts = /** @type {Record<string, () => void>} */ ({
      u: () => this.undo(), r: () => this.redo(), x: () => this.restart(), h: () => this.hint(), k: () => this.check(),
      z: () => this.solve(), n: () => newDialog(this), Escape: () => this.quiet(), t: () => set('timer', !settings.timer),
    });
    const act = acts[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  }

  // Beginning

  /** @param {View} view @param {string[][]} [steps] */
  async begin(view, steps = []) {
    this.#stop();
    Object.assign(this, { puzzle: view.id, start: view.position, steps: [], undone: [], views: [view], seconds: 0, extra: {} });
    this.#address();
    if (steps.length > 0) {
      const after = await api.play(this.info.name, view.position, steps.flat());
      this.steps = steps;
      this.views[steps.length] = after;
    }
    this.#shown(this.views[this.steps.length], null);
    this.keep();
    this.#bots();
  }

  /** @param {Saved} saved */
  async resume(saved) {
    this.#stop();
    const { id, start, moves, undone, seconds, extra } = saved;
    const view = await api.play(this.info.name, start, moves.flat());
    Object.assign(this, { puzzle: id, start, steps: moves, undone, seconds, views: [], extra: extra ?? {} });
    this.views[moves.length] = view;
    this.#address();
    this.#shown(view, null);
    this.#bots();
  }

  #address() {
    const place = fragment(this.info.name, this.puzzle);
    if (location.hash !== place) history.replaceState(null, '', place);
    this.dataset.puzzle = this.puzzle;
    document.title = `${this.info.title} · azulejo`;
  }

  keep() {
    if (!this.view) return;
    save({
      game: this.info.name, id: this.puzzle, start: this.start, moves: this.steps, undone: this.undone, seconds: this.seconds,
      state: this.view.status.state, at: Date.now(), extra: this.extra,
    });
  }

  // Playing

  /** One thing after another. @template T @param {() => Promise<T>} what @returns {Promise<T | undefined>} */
  #inTurn(what) {
    const era = this.#era;
    const next = this.#queue.then(async () => {
      if (era !== this.#era) return undefined;
      try {
        return await what();
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) this.complain(error);
        return undefined;
      }
    });
    this.#queue = next;
    return next;
  }

  /** @param {unknown} error */
  complain(error) {
    const offline = error instanceof TypeError;
    toast(offline ? t('offline') : /** @type {Error} */ (error).message, 'bad');
    if (!(error instanceof Problem) && !offline) console.error(error);
  }

  /** Plays moves as one step. @param {string[]} moves @param {string} [origin] where the change begins @returns {Promise<boolean>} */
  async play(moves, origin) {
    this.#stop();
    return Boolean(await this.#inTurn(() => this.#step(moves, origin)));
  }

  /** @param {string[]} moves @param {string} [origin] */
  async #step(moves, origin) {
    const before = this.view;
    const era = this.#era;
    const after = await api.play(this.info.name, before.position, moves);
    if (era !== this.#era) return false;
    this.steps.push(moves);
    this.undone = [];
    this.views.length = this.steps.length;
    this.views[this.steps.length] = after;
    if (!isStill()) await this.kit.animate?.(moves[moves.length - 1], before, after);
    this.#shown(after, before, origin);
    this.keep();
    if (after.status.state === 'playing') this.#bots();
    return true;
  }

  /** @param {View} view @param {View | null} before @param {string} [origin] */
  #shown(view, before, origin) {
    const finished = before && before.status.state === 'playing' && view.status.state !== 'playing';
    this.view = view;
    this.quiet();
    if (this.kit.drags) this.board.dragging = this.kit.drags();
    this.board.show(view.scene, { origin, still: before === null });
    this.kit.update(view, before);
    this.#words();
    for (const [name, off] of /** @type {[string, boolean][]} */ ([
      ['undo', this.steps.length === 0], ['redo', this.undone.length === 0], ['restart', this.steps.length === 0],
      ['hint', view.status.state !== 'playing'], ['solve', view.status.state !== 'playing'],
    ])) {
      const tool = /** @type {HTMLButtonElement | null} */ (this.tools?.querySelector(`[data-tool="${name}"]`));
      // A disabled button would lose the focus: it stays, and says that it does nothing.
      tool?.setAttribute('aria-disabled', String(off));
    }
    this.dataset.steps = String(this.steps.length);
    this.dataset.state = view.status.state;
    this.classList.toggle('won', view.status.state === 'won');
    this.classList.toggle('lost', view.status.state === 'lost');
    if (finished) this.#celebrate(view);
    else if (before) announce(this.statusLine?.textContent ?? '');
    const entries = this.steps.map((step) => h('li', {}, step.join(', ')));
    this.moveList?.replaceChildren(...entries);
    if (this.moveList) this.moveList.scrollTop = this.moveList.scrollHeight;
    this.#showClock();
    this.dispatchEvent(new CustomEvent('shown'));
  }

  #words() {
    const { status } = this.view;
    const line = status.state === 'playing' ? this.kit.line?.(this.view) : (this.kit.end?.(status, this.view) ?? t(`state.${status.state}`));
    if (this.statusLine) this.statusLine.textContent = line ?? t('state.playing');
  }

  /** @param {View} view */
  #celebrate(view) {
    const text = this.statusLine?.textContent ?? '';
    announce(text);
    this.say(
      h('p.verdict', {}, text),
      view.status.state === 'won'
        ? h('div.row', {}, button('plus', t('another'), () => this.another(), { class: 'main' }), button('share', t('share'), () => shareDialog(this)))
        : h('div.row', {}, button('undo', t('undo'), () => this.undo()), button('restart', t('restart'), () => this.restart())),
    );
    if (view.status.state !== 'won' || isStill()) return;
    const cells = [...this.board.cells.values()];
    const [x, y] = [cells.reduce((sum, cell) => sum + cell.x, 0) / cells.length, cells.reduce((sum, cell) => sum + cell.y, 0) / cells.length];
    for (const cell of cells) {
      const delay = 200 + (Math.hypot(cell.x - x, cell.y - y) / this.board.unit) * 55;
      cell.element.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], { duration: 420, delay, easing: 'ease-in-out' });
    }
  }

  /** The next puzzle of the same setup. */
  async another() {
    const body = this.extra.wish ?? (this.puzzle.includes('#') ? { setup: this.puzzle.split('#')[0].split(':')[1] ?? '' } : {});
    await this.#inTurn(async () => {
      const view = await api.create(this.info.name, body);
      await this.begin(view);
      this.extra.wish = body;
      this.keep();
    });
  }

  // Going back and forth

  /** The position after some steps; replayed if it is not at hand. @param {number} count */
  async #viewAt(count) {
    const { drawn } = this.view;
    let view = this.views[count];
    if (!view) view = await api.play(this.info.name, this.start, this.steps.slice(0, count).flat());
    else if (view.drawn !== drawn) view = await api.view(this.info.name, view.position);
    this.views[count] = view;
    return view;
  }

  undo() {
    this.#stop();
    return this.#inTurn(async () => {
      if (this.steps.length === 0) return;
      let count = this.steps.length - 1;
      let view = await this.#viewAt(count);
      // Against the computer, back to the person's own turn.
      while (count > 0 && view.status.state === 'playing' && this.kit.bot?.(view)) {
        count -= 1;
        view = await this.#viewAt(count);
      }
      this.undone.push(...this.steps.splice(count).reverse());
      this.#shown(view, this.view);
      this.keep();
    });
  }

  redo() {
    this.#stop();
    return this.#inTurn(async () => {
      const rest = this.undone.slice(0, -1);
      const step = this.undone[this.undone.length - 1];
      if (!step) return;
      await this.#step(step);
      this.undone = rest;
      this.tools?.querySelector('[data-tool="redo"]')?.setAttribute('aria-disabled', String(rest.length === 0));
      this.keep();
    });
  }

  restart() {
    this.#stop();
    return this.#inTurn(async () => {
      if (this.steps.length === 0) return;
      const view = await this.#viewAt(0);
      this.undone.push(...this.steps.reverse());
      this.steps = [];
      this.seconds = 0;
      this.#shown(view, this.view);
      this.keep();
      this.#bots();
    });
  }

  async redraw() {
    await this.#inTurn(async () => {
      const view = await api.view(this.info.name, this.view.position);
      this.views[this.steps.length] = { ...view, id: this.view.id };
      this.#shown(view, null);
    });
  }

  // Advice

  /** What the page has to say beside the board. @param {...(Node | string | null | false)} children */
  say(...children) {
    if (!this.note) return;
    this.note.replaceChildren(...children.filter(Boolean).map((child) => /** @type {Node | string} */ (child)));
    this.note.hidden = false;
  }

  quiet() {
    this.board.unmark();
    if (this.note) this.note.hidden = true;
    this.note?.replaceChildren();
  }

  #stop() {
    this.#work?.abort();
    this.#work = null;
  }

  get #over() {
    return this.view.status.state !== 'playing';
  }

  async hint() {
    if (this.#over) return;
    this.#stop();
    const work = (this.#work = new AbortController());
    this.say(h('p.busy', {}, t('thinking')));
    await this.#inTurn(async () => {
      const advice = await api.hint(this.info.name, this.view.position, work.signal);
      this.quiet();
      if (advice.outcome !== 'solved' || !advice.move) {
        const text = t(advice.outcome === 'impossible' ? `hint.impossible.${this.info.name}` : 'hint.gave_up');
        this.say(h('p', {}, text));
        announce(text);
        return;
      }
      const { move, reason = '', cells = [] } = advice;
      this.board.mark('hint', cells);
      this.kit.advise?.(advice, this.view);
      this.say(
        h('p.hint', {}, h('strong', {}, t('hint')), ' ', h('code', {}, move)),
        reason ? h('p', { lang: 'en' }, reason) : null,
        h('div.row', {}, button('play', t('hint.play'), () => this.play([move], cells[0]), { class: 'main', 'data-tool': 'play-hint' })),
      );
      announce(`${t('hint')}: ${move}. ${reason}`);
    }).finally(() => this.note?.querySelector('.busy') && this.quiet());
  }

  /** Says how hard the puzzle is, once that is known, as long as the note is still there. */
  #rate() {
    if (!this.info.abilities.includes('rate')) return;
    const line = h('p.small', { role: 'status' });
    this.note?.append(line);
    api.rate(this.info.name, this.start).then(({ difficulty, reasons }) => {
      const word = `${t('difficulty')}: ${t(`difficulty.${difficulty}`)}`;
      line.replaceChildren(word, ' ', h('span', { lang: 'en' }, `(${reasons.join('; ')})`));
    }).catch(() => line.remove());
  }

  async check() {
    this.#stop();
    await this.#inTurn(async () => {
      const { violations } = await api.check(this.info.name, this.view.position);
      this.quiet();
      if (violations.length === 0) {
        this.say(h('p', {}, t('check.fine')));
        announce(t('check.fine'));
        this.#rate();
        return;
      }
      // The same rule in many places is one line.
      const rules = /** @type {Map<string, {message: string, cells: string[], count: number}>} */ (new Map());
      for (const { code, message, cells } of violations) {
        const rule = rules.get(`${code} ${message}`) ?? { message, cells: [], count: 0 };
        rules.set(`${code} ${message}`, { message, cells: [...rule.cells, ...cells], count: rule.count + 1 });
      }
      const text = t('check.broken', { n: rules.size });
      const look = (/** @type {string[]} */ cells) => {
        this.board.unmark('bad');
        this.board.mark('bad', cells);
      };
      look([...rules.values()][0].cells);
      this.say(
        h('p', {}, h('strong', {}, text)),
        h('ul.violations', {}, ...[...rules].slice(0, 12).map(([key, { message, cells, count }]) =>
          h('li', {}, h('button.link', { type: 'button', lang: 'en', onclick: () => look(cells) }, message),
            ' ', h('code', {}, key.split(' ')[0]), count > 1 ? ` × ${count}` : null))),
      );
      this.#rate();
      announce(`${text}: ${[...rules.values()].map(({ message }) => message).join('; ')}`);
    });
  }

  async solve() {
    if (this.#over) return;
    this.#stop();
    const work = (this.#work = new AbortController());
    const progress = h('p.busy', {}, t('thinking'));
    this.say(progress, h('div.row', {}, button('stop', t('stop'), () => { this.#stop(); this.quiet(); })));
    const answer = await this.#inTurn(() =>
      api.solveAloud(this.info.name, this.view.position, (news) => {
        progress.textContent = t('solve.progress', { n: Number(news.nodes ?? 0), nodes: Number(news.nodes ?? 0).toLocaleString() });
      }, work.signal));
    if (!answer || work.signal.aborted) return this.note?.querySelector('.busy') && this.quiet();
    this.quiet();
    const moves = answer.moves ?? [];
    if (answer.outcome === 'impossible' || moves.length === 0) {
      const text = answer.outcome === 'impossible' ? t(`hint.impossible.${this.info.name}`) : answer.outcome === 'solved' ? t('solve.nothing') : t('solve.gave_up');
      this.say(h('p', {}, text));
      announce(text);
      return;
    }
    if (this.kit.planned?.(answer, this.view)) return;
    const proof = t(`proof.${answer.proof ?? 'first_found'}`);
    const words = t('solve.found', { n: moves.length });
    const told = () => this.say(
      h('p', {}, h('strong', {}, `${words}, ${proof}`)),
      answer.outcome === 'gave_up' && answer.lower_bound ? h('p', {}, t('solve.bound', { n: answer.lower_bound })) : null,
      h('p.small', {}, t('solve.engine', { engine: answer.engine, time: Math.max(1, Math.round(answer.time_ms)) })),
      h('ol.plan', {}, ...moves.slice(0, 60).map((move) => h('li', {}, h('code', {}, move)))),
      this.#work ? h('div.row', {}, button('stop', t('stop'), () => this.#stop())) : null,
    );
    announce(`${words}, ${proof}`);
    told();
    if (this.kit.steps && !this.kit.steps(this.view)) return;
    const clear = this.kit.clear?.(this.view) ?? [];
    for (const step of [...(clear.length > 0 ? [clear] : []), ...moves.map((move) => [move])]) {
      if (work.signal.aborted) return;
      const done = await this.#inTurn(() => this.#step(step, step[0].match(/[A-Z]+\d+/)?.[0]));
      if (!done) return;
      if (!this.#over) told();
      await wait(isStill() ? 0 : 480);
    }
    if (this.#work === work) this.#work = null;
    if (!this.#over) told();
  }

  // The computer's turn

  /** Somebody changed who plays: whoever is to move now may be a bot. */
  wake() {
    this.kit.update(this.view, this.view);
    this.#words();
    this.#bots();
  }

  #bots() {
    const bot = this.view.status.state === 'playing' ? this.kit.bot?.(this.view) : null;
    this.classList.toggle('waiting', Boolean(bot));
    if (!bot) return;
    const era = this.#era;
    const { view } = this;
    const count = this.steps.length;
    const still = () => era === this.#era && this.view === view && this.steps.length === count;
    (async () => {
      await wait(isStill() ? 50 : 350);
      if (!still()) return;
      const { move } = await api.bot(this.info.name, view.position, bot, count);
      if (!move || !still()) return;
      this.kit.advise?.({ outcome: 'solved', move, cells: [] }, view);
      announce(t('bot.plays', { bot, move }));
      await wait(isStill() ? 100 : 700);
      if (still()) await this.#inTurn(() => this.#step([move]));
    })().catch((error) => this.complain(error));
  }

  // From outside

  /** Reads a puzzle in any form. @param {string} text @param {string} [setup] */
  async readText(text, setup) {
    const { name } = this.info;
    const trimmed = text.trim();
    const linked = trimmed.match(/#\/(\w+)\/([^/\s]+)(?:\/(\S+))?$/);
    if (linked) {
      location.hash = linked[0];
      return true;
    }
    const isId = new RegExp(`^${name}[:#@]\\S+$`).test(trimmed);
    try {
      const view = isId ? await api.create(name, { id: trimmed }) : await api.read(name, text, setup);
      await this.begin(view);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }
}

customElements.define('azulejo-game', Table);
