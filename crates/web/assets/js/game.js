// @ts-check
// One game on the page: its boards and everything round them. It forwards what hands do and shows what the server answers;
// every rule, and every word about a rule, is the server's.

/** @import {View, GameInfo, Saved, Answer, Gesture, Control, Message} from './types.js' */
import { clock, fragment } from './address.js';
import { ask, follow, play, touch } from './api.js';
import { ARROWS, Board } from './board.js';
import { askFirst, exportDialog, hideDialog, keyName, newDialog, openDialog, shareDialog, wonDialog } from './dialogs.js';
import { announce, button, h, toast, wait } from './dom.js';
import { feel } from './feel.js';
import { placeless, said, t } from './i18n.js';
import { Coach } from './lesson.js';
import { Problem } from './problem.js';
import { isStill, onSetting, save, saved, set, settings } from './settings.js';

/** @type {Gesture} */
const LEAVE = { act: 'leave', on: '' };

/** How long to wait before a computer player is asked again, in milliseconds. */
const RETRY = 3000;

/** A seed that nobody has had. */
const fresh = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

export class Table extends HTMLElement {
  /** @type {GameInfo} */ info = /** @type {any} */ (null);
  /** @type {View} */ view = /** @type {any} */ (null);
  board = new Board();
  puzzle = '';
  /** @type {any} */ start = null;
  /** @type {string[][]} */ steps = [];
  /** @type {string[][]} */ undone = [];
  /** @type {NonNullable<Saved['extra']>} */ extra = {};
  seconds = 0;
  /** @type {Gesture[]} */ #gestures = [];
  #touching = false;
  /** @type {AbortController | null} */ #work = null;
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  #era = 0;
  /** Who teaches, while a lesson is given. @type {Coach | null} */ #coach = null;
  /** When this tab has kept the game last. */ #keptAt = 0;
  /** @type {(() => void)[]} */ #endings = [];

  /** @param {GameInfo} info */
  build(info) {
    this.info = info;
    this.dataset.game = info.name;
    this.#layout();
    this.#listen();
    this.#showMode();
  }

  /** Play and Analyse are two ways to look at the same position. */
  switchMode() {
    set('mode', settings.mode === 'play' ? 'analyse' : 'play');
  }

  #showMode() {
    this.dataset.mode = settings.mode;
    const other = this.tools?.querySelector('[data-tool="mode"] span');
    if (other) other.textContent = t(settings.mode === 'play' ? 'mode.analyse' : 'mode.play');
  }

  /** Whether the game can be asked this. @param {string} verb */
  can(verb) {
    return this.info.verbs.includes(verb);
  }

  #layout() {
    this.statusLine = h('p.status', { 'aria-live': 'off' });
    this.clockFace = h('span.clock', { title: t('timer') }, '0:00');
    this.clockFace.hidden = !settings.timer;
    /** @param {string} name @param {() => void} act @param {string} key */
    const tool = (name, act, key) => button(name, t(name), act, { class: 'tool', title: `${t(name)} (${key})`, 'data-tool': name });
    this.tools = h(
      'div.tools',
      { role: 'group', 'aria-label': t('tools') },
      tool('undo', () => this.undo(), 'u'),
      tool('redo', () => this.redo(), 'r'),
      tool('restart', () => this.restart(), 'x'),
      this.can('hint') && tool('hint', () => this.hint(), 'h'),
      this.can('check') && tool('check', () => this.check(), 'k'),
      this.can('solve') && tool('solve', () => this.solve(), 'z'),
      button('plus', t('new'), () => newDialog(this), { class: 'tool', title: `${t('new')} (n)`, 'data-tool': 'begin' }),
      tool('mode', () => this.switchMode(), 'm'),
    );
    this.note = h('section.note', { 'aria-label': t('advice') });
    this.note.hidden = true;
    this.trays = h('div.trays');
    this.controls = h('div.controls', { role: 'group', 'aria-label': t('controls') });
    this.others = /** @type {HTMLSelectElement} */ (
      h('select', {}, h('option', { value: '' }, t('others.people')), ...this.info.bots.map((bot) => h('option', { value: bot }, bot)))
    );
    this.others.value = settings.others[this.info.name] ?? this.info.bots[0] ?? '';
    this.others.addEventListener('change', () => {
      set('others', { ...settings.others, [this.info.name]: this.others?.value ?? '' });
      this.#words();
      this.#bots();
    });
    this.table = h('label.line', {}, h('span', {}, t('others')), this.others);
    this.facts = h('ul.facts');
    this.moveList = h('ol.moves', { tabindex: '0', 'aria-label': t('moves') });
    this.append(
      h(
        'div.stage',
        {},
        h('div.headline', {}, h('h1', {}, this.info.title), this.statusLine, this.clockFace),
        h('div.room', {}, h('div.frame', {}, this.board)),
        this.tools,
      ),
      h(
        'aside.side',
        { 'aria-label': t('beside') },
        h('div.hands', {}, this.trays, this.controls),
        this.note,
        h('div.panel', {}, this.facts, this.table),
        h(
          'div.more',
          {},
          button('plus', t('new'), () => newDialog(this), { class: 'main', 'data-tool': 'new' }),
          button('open', t('open'), () => openDialog(this), { 'data-tool': 'open' }),
          button('share', t('share'), () => shareDialog(this), { 'data-tool': 'share' }),
          button('save', t('export'), () => exportDialog(this), { 'data-tool': 'export' }),
        ),
        h('details.history', {}, h('summary', {}, t('moves')), this.moveList),
      ),
    );
  }

  #listen() {
    this.addEventListener('gesture', (event) => this.gesture(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.board.addEventListener('pinch', (event) => {
      // Where a game has pages, fingers that part look closer, as the wheel does.
      const control = this.#controlOf(/** @type {CustomEvent} */ (event).detail === 'apart' ? 'PageDown' : 'PageUp');
      if (control) this.#control(control);
    });
    /** @type {[EventTarget, string, (event: any) => void][]} */
    const heard = [
      [document, 'keydown', (event) => this.#key(event)],
      [document, 'paste', (event) => this.#paste(event)],
      [window, 'pagehide', () => this.keep()],
      [document, 'visibilitychange', () => (document.hidden ? this.keep() : this.#catchUp())],
    ];
    for (const [where, what, act] of heard) {
      where.addEventListener(what, act);
      this.#endings.push(() => where.removeEventListener(what, act));
    }
    const setting = onSetting((name) => {
      if (name === 'mode') {
        this.quiet();
        this.#showMode();
      }
      if (['theme', 'palette', 'patterns', 'mode', 'play', 'analyse'].includes(name)) this.redraw();
      if (name === 'timer' && this.clockFace) this.clockFace.hidden = !settings.timer;
    });
    const tick = setInterval(() => this.#tick(), 1000);
    this.#endings.push(setting, () => clearInterval(tick));
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
      const given = event.dataTransfer?.files[0] ?? event.dataTransfer?.getData('text/plain');
      if (given) openDialog(this, given);
    });
  }

  disconnectedCallback() {
    this.#era += 1;
    this.#work?.abort();
    for (const end of this.#endings) end();
  }

  #tick() {
    if (document.hidden || !this.view || this.#over) return;
    this.seconds += 1;
    this.#showClock();
    if (this.seconds % 15 === 0) this.keep();
  }

  #showClock() {
    if (this.clockFace) this.clockFace.textContent = clock(this.seconds);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector('dialog[open]') || target.closest?.('input, textarea, select')) return;
    const pasted = event.clipboardData?.files[0] ?? event.clipboardData?.getData('text/plain');
    if (pasted) openDialog(this, pasted);
  }

  // Keys

  /** The control of a key. @param {string} key */
  #controlOf(key) {
    return this.view?.controls.find((control) => control.keys?.includes(key));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { key } = event;
    if (event.defaultPrevented || event.altKey || !this.view) return;
    if (document.querySelector('dialog[open]') || target.closest?.('input, textarea, select')) return;
    if (event.ctrlKey || event.metaKey) return this.#takeBack(event);
    const enters = key === 'Enter' || key === ' ';
    const board = /** @type {Board | null} */ (target.closest?.('azulejo-board'));
    // Buttons and links are entered, lists scrolled, in their own way.
    if ((enters && target.closest?.('button, a, summary')) || (key.startsWith('Arrow') && target.closest?.('ol, pre'))) return;
    const act = this.#actOf(key, enters, board);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, as everywhere. @param {KeyboardEvent} event */
  #takeBack(event) {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.redo();
    else this.undo();
  }

  /** @param {string} key @param {boolean} enters @param {Board | null} board @returns {(() => void) | undefined} */
  #actOf(key, enters, board) {
    const control = this.#controlOf(key);
    // On a tray one enters what one is on.
    if (control && !(enters && board && board !== this.board)) return () => this.#control(control, ARROWS[key]);
    if (ARROWS[key]) return board ? () => board.step(ARROWS[key]) : () => this.board.focusOn(this.board.cursor);
    if (board && enters) return () => board.enter();
    if (board && (key === 'Home' || key === 'End')) return () => board.edge(key);
    return /** @type {Record<string, () => void>} */ ({
      u: () => this.undo(),
      r: () => this.redo(),
      x: () => this.restart(),
      h: () => this.can('hint') && this.hint(),
      k: () => this.can('check') && this.check(),
      z: () => this.can('solve') && this.solve(),
      n: () => newDialog(this),
      m: () => this.switchMode(),
      Escape: () => this.quiet(),
      t: () => set('timer', !settings.timer),
    })[key];
  }

  /** @param {Control} control @param {[right: number, down: number]} [arrow] the cursor goes where the game goes */
  #control(control, arrow) {
    if (control.show === 'off') {
      if (control.why) this.say(said('p', control.why));
      return;
    }
    const done = this.gesture({ act: 'tap', on: control.handle, at: this.board.cursor });
    if (arrow) done.then(() => this.board.follow(arrow));
  }

  /** What a computer player has done since a person's turn. */
  #did = { bot: '', count: 0 };

  #wheeled = { at: 0, handle: '' };

  /** The wheel turns pages, where the game has any. @param {WheelEvent} event */
  #wheel(event) {
    const control = this.#controlOf(event.deltaY < 0 ? 'PageUp' : 'PageDown');
    if (!control || event.ctrlKey) return;
    event.preventDefault();
    const { at, handle } = this.#wheeled;
    if (event.timeStamp - at < 120 && handle === control.handle) return;
    this.#wheeled = { at: event.timeStamp, handle: control.handle };
    this.#control(control);
  }

  // Beginning

  /** @param {View} view @param {string[]} [moves] */
  async begin(view, moves = []) {
    this.#stop();
    this.#endLesson();
    const { after, played } = await this.#played(view, moves);
    const steps = moves.slice(0, played).map((move) => [move]);
    Object.assign(this, { puzzle: view.id, start: view.position, steps, undone: [], seconds: 0, extra: {} });
    this.#begun(after);
    this.keep();
  }

  /** As many of the moves as can be played: a link with a bad move still holds its puzzle. @param {View} view @param {string[]} moves */
  async #played(view, moves) {
    let [after, played] = [view, 0];
    try {
      if (moves.length > 0) [after, played] = [await play(this.info.name, { position: view.position, moves }), moves.length];
    } catch (error) {
      this.complain(error);
      for (const move of moves) {
        const next = await play(this.info.name, { position: after.position, moves: [move] }).catch(() => null);
        if (!next) break;
        [after, played] = [next, played + 1];
      }
    }
    return { after, played };
  }

  /** @param {Saved} saved */
  async resume({ id, start, moves, undone, seconds, at, extra = {} }) {
    this.#stop();
    this.#endLesson();
    const view = await play(this.info.name, { position: start, moves: moves.flat() });
    Object.assign(this, { puzzle: id, start, steps: moves, undone, seconds, extra });
    this.#keptAt = at;
    this.#begun(view);
  }

  /** The game's own lesson, on its own board. */
  async learn() {
    const { lesson, name } = this.info;
    if (!lesson) return;
    this.#stop();
    const view = await play(name, { puzzle: lesson.puzzle });
    Object.assign(this, { puzzle: '', start: view.position, steps: [], undone: [], seconds: 0, extra: {} });
    const light = (/** @type {string[]} */ handles, /** @type {string} */ kind) => this.#light(kind, handles);
    const leave = () => this.#inTurn(() => this.deal(this.info.setups[0]?.setup ?? ''));
    this.#coach = new Coach(lesson, { say: (...all) => this.say(...all), light, leave });
    this.classList.add('learning');
    set('learned', { ...settings.learned, [name]: true });
    this.#shown(view, null);
    this.#coach.show();
  }

  #endLesson() {
    this.#coach = null;
    this.classList.remove('learning');
  }

  /** Another tab may have gone on with the same game. */
  #catchUp() {
    const other = this.#coach ? undefined : saved(this.info.name, this.puzzle);
    if (other && other.at > this.#keptAt) this.#inTurn(() => this.resume(other));
  }

  /** @param {View} view */
  #begun(view) {
    const place = fragment(this.info.name, this.puzzle);
    if (location.hash !== place) history.replaceState(null, '', place);
    this.dataset.puzzle = this.puzzle;
    document.title = `${this.info.title} · azulejo`;
    this.#shown(view, null);
    if (this.#over) this.#offerNext();
    this.#bots();
  }

  keep() {
    if (!this.view || this.#coach) return;
    const other = saved(this.info.name, this.puzzle);
    // A tab that nobody looks at does not write over what was played elsewhere since.
    if (document.hidden && other && other.at > this.#keptAt) return;
    this.#keptAt = Date.now();
    const { puzzle: id, start, steps: moves, undone, seconds, extra } = this;
    save({ game: this.info.name, id, start, moves, undone, seconds, state: this.view.state, at: this.#keptAt, extra });
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
    toast(this.explain(error), 'bad');
  }

  /** What went wrong, for a person. @param {unknown} error */
  explain(error) {
    const offline = error instanceof TypeError;
    if (!(error instanceof Problem) && !offline) console.error(error);
    return offline ? t('offline') : /** @type {Error} */ (error).message;
  }

  /** Forwards a gesture; those that come while an answer is awaited are sent together. @param {Gesture} gesture @returns {Promise<unknown>} */
  gesture(gesture) {
    if (this.#bot || this.#coach?.allows(gesture) === false) return Promise.resolve();
    const last = this.#gestures.at(-1);
    if (last?.act === 'hover' && (gesture.act === 'hover' || gesture.act === 'leave')) this.#gestures.pop();
    this.#gestures.push(gesture);
    if (gesture.act === 'tap' || gesture.act === 'press') this.#stop();
    if (this.#touching) return this.#queue;
    this.#touching = true;
    return this.#inTurn(() => this.#touch()).finally(() => {
      this.#touching = false;
    });
  }

  async #touch() {
    const era = this.#era;
    while (this.#gestures.length > 0) {
      // What ends with a tap or a release is one step, which undo takes back at once.
      const end = this.#gestures.findIndex(({ act }) => act === 'tap' || act === 'release') + 1;
      const gestures = this.#gestures.splice(0, end || this.#gestures.length);
      const before = this.view;
      const after = await touch(this.info.name, { position: before.position, options: { ui: before.ui, gestures } }).catch((error) => {
        this.#gestures = [];
        throw error;
      });
      if (era !== this.#era) return;
      if (after.moves?.length) this.#stepped(after.moves, after, gestures.at(-1)?.on);
      else this.#shown(after, before);
      for (const message of after.messages ?? []) toast(t(message), 'bad');
      const last = gestures.at(-1);
      if (last && last.act !== 'hover' && last.act !== 'leave') this.#coach?.touched(last.on, after);
      if (this.#bot) this.#gestures = [];
    }
  }

  /** The hand lets go: what it was doing is over, but the pointer is where it is. @returns {Gesture[]} */
  #letGo() {
    const { over } = this.board;
    return over ? [LEAVE, { act: 'hover', on: over }] : [LEAVE];
  }

  /** Plays moves as one step. @param {string[]} moves @param {string} [origin] where the change begins */
  play(moves, origin) {
    this.#stop();
    return this.#inTurn(() => this.#step(moves, origin));
  }

  /** @param {string[]} moves @param {string} [origin] */
  async #step(moves, origin) {
    const era = this.#era;
    const { position, ui } = this.view;
    const after = await touch(this.info.name, { position, moves, options: { ui, gestures: this.#letGo() } });
    if (era !== this.#era) return false;
    this.#stepped(moves, after, origin);
    return true;
  }

  /** @param {string[]} moves @param {View} view @param {string} [origin] */
  #stepped(moves, view, origin) {
    const { player } = this.view;
    this.steps.push(moves);
    this.undone = [];
    this.#shown(view, this.view, origin);
    this.keep();
    if (!this.#over) feel('move');
    if (this.#coach) return;
    this.#handOver(player);
    this.#bots();
  }

  /** People at one screen who do not want to see each other's hand. @param {number | undefined} before who was to move */
  #handOver(before) {
    const { player, seats, state } = this.view;
    if (settings.hide && seats > 1 && state === 'playing' && player !== before && !this.#bot) hideDialog((player ?? 0) + 1);
  }

  /** @param {View} view @param {View | null} before @param {string} [origin] */
  #shown(view, before, origin) {
    const isStep = !before || this.dataset.steps !== String(this.steps.length);
    this.view = view;
    if (isStep) this.quiet();
    const how = { origin, still: !before || !isStep };
    const [main, ...trays] = view.scenes;
    if (main) this.board.show(main, how);
    this.#showTrays(trays, how);
    this.#showControls();
    const told = this.board.label;
    const known = this.dataset.title;
    Object.assign(this.dataset, { steps: String(this.steps.length), state: view.state, title: told });
    if (!isStep) {
      if (told !== known) announce(told);
      return;
    }
    this.#words();
    this.#disable({
      undo: this.steps.length === 0,
      redo: this.undone.length === 0,
      restart: this.steps.length === 0,
      hint: this.#over,
      solve: this.#over,
    });
    this.classList.toggle('won', view.state === 'won');
    this.classList.toggle('lost', view.state === 'lost');
    this.#showMoves();
    this.#showClock();
    if (!before) return;
    const news = view.facts.filter(({ text }) => !before.facts.some((fact) => fact.text === text));
    if (before.state === 'playing' && this.#over) this.#celebrate();
    else if (news.length > 0)
      announce(
        news
          .slice(0, 3)
          .map((fact) => t(fact))
          .join('. '),
      );
  }

  /** @param {View['scenes']} trays @param {{still: boolean}} how */
  #showTrays(trays, how) {
    const place = /** @type {HTMLElement} */ (this.trays);
    const known = /** @type {Board[]} */ ([...place.querySelectorAll('azulejo-board')]);
    if (known.map(({ dataset }) => dataset.name).join() !== trays.map(({ name }) => name).join()) {
      known.length = 0;
      known.push(...trays.map(() => new Board()));
      place.replaceChildren(...known.map((tray) => h('figure.tray', {}, tray, h('figcaption', { lang: 'en', 'aria-hidden': 'true' }))));
    }
    trays.forEach((picture, index) => {
      known[index].show(picture, how);
      const caption = known[index].nextElementSibling;
      if (caption) caption.textContent = picture.title;
    });
  }

  #showControls() {
    const place = /** @type {HTMLElement} */ (this.controls);
    const shown = this.view.controls.filter(({ show }) => show !== 'keys');
    const known = /** @type {HTMLElement[]} */ ([...place.children]);
    // The same buttons stay, with the focus on one of them.
    const same = known.map(({ dataset }) => dataset.handle).join() === shown.map(({ handle }) => handle).join();
    const buttons = same
      ? known
      : shown.map(({ handle }) => h('button', { type: 'button', 'data-handle': handle, onclick: () => this.#press(handle) }));
    shown.forEach(({ label, keys = [], show, why }, index) => {
      const element = buttons[index];
      // A word that is replaced while it is pressed would lose the click.
      if (element.textContent !== t(label)) element.replaceChildren(said('span', label));
      element.classList.toggle('main', show === 'main');
      element.setAttribute('aria-disabled', String(show === 'off'));
      const name = keys.length > 0 ? `${t(label)} (${keys.map(keyName).join(', ')})` : t(label);
      // What cannot be done now says why, to whoever points at it or comes there by keys.
      element.title = why ? `${name}: ${t(why)}` : name;
      if (why) element.setAttribute('aria-description', t(why));
      else element.removeAttribute('aria-description');
    });
    if (!same) place.replaceChildren(...buttons);
    place.hidden = buttons.length === 0;
  }

  /** @param {string} handle */
  #press(handle) {
    const control = this.view.controls.find((one) => one.handle === handle);
    if (control) this.#control(control);
  }

  /** @param {Record<string, boolean>} off */
  #disable(off) {
    // A disabled button would lose the focus: it stays, and says that it does nothing.
    for (const [name, is] of Object.entries(off))
      this.tools?.querySelector(`[data-tool="${name}"]`)?.setAttribute('aria-disabled', String(is));
  }

  #words() {
    const { facts, state } = this.view;
    const bot = this.#bot;
    const first = facts[0];
    const line = bot ? h('span', {}, t('bot.thinks', { bot })) : first ? said('span', first) : h('span', {}, t(`state.${state}`));
    this.statusLine?.replaceChildren(line);
    this.facts?.replaceChildren(...facts.slice(bot ? 0 : 1).map((fact) => said('li', fact)));
    if (this.table) this.table.hidden = !this.#lendsBots || this.view.seats < 2;
    const panel = /** @type {HTMLElement | null | undefined} */ (this.facts?.parentElement);
    if (panel) panel.hidden = facts.length < 2 && Boolean(this.table?.hidden);
    this.classList.toggle('waiting', Boolean(bot));
  }

  #celebrate() {
    const text = this.statusLine?.textContent ?? '';
    announce(text);
    const won = this.view.state === 'won';
    feel(won ? 'won' : 'lost');
    if (won && !isStill()) this.board.celebrate();
    if (this.#coach) return;
    this.#offerNext();
    if (won && settings.mode === 'play') wonDialog(this);
  }

  /** What can be done once it is over. */
  #offerNext() {
    const text = this.statusLine?.textContent ?? '';
    const next = button('plus', t('another'), () => this.another(), { class: 'main', 'data-tool': 'another' });
    const again = button('restart', t('restart'), () => this.restart());
    const others =
      this.view.state === 'won'
        ? [next, button('share', t('share'), () => shareDialog(this))]
        : [button('undo', t('undo'), () => this.undo()), again];
    this.say(h('p.verdict', {}, text), h('div.row', {}, ...others));
  }

  /** A new game as `new` makes it. @param {Record<string, any>} options */
  async make(options) {
    const { id } = await ask(this.info.name, 'new', { options });
    await this.begin(await play(this.info.name, { puzzle: id }));
    this.extra.wish = { ...options, seed: undefined };
    this.keep();
  }

  /** A new game of a setup. @param {string} setup */
  async deal(setup) {
    await this.begin(await play(this.info.name, { puzzle: `${this.info.name}${setup ? `:${setup}` : ''}#${fresh()}` }));
  }

  /** The next puzzle of the same kind. */
  another() {
    const { wish } = this.extra;
    const setup = this.puzzle.includes('#') ? (this.puzzle.split('#')[0].split(':')[1] ?? '') : (this.info.setups[0]?.setup ?? '');
    return this.#inTurn(() => (wish ? this.make(wish) : this.deal(setup)));
  }

  // Going back and forth

  /** The position after some steps. @param {number} count */
  #viewAt(count) {
    const moves = this.steps.slice(0, count).flat();
    return touch(this.info.name, { position: this.start, moves, options: { ui: this.view.ui, gestures: this.#letGo() } });
  }

  undo() {
    this.#stop();
    return this.#inTurn(async () => {
      if (this.steps.length === 0) return;
      let count = this.steps.length - 1;
      let view = await this.#viewAt(count);
      // Against the computer, back to the person's own turn.
      while (count > 0 && this.#botOf(view)) {
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
      const step = this.undone.at(-1);
      if (!step || !(await this.#step(step))) return;
      this.undone = rest;
      this.#disable({ redo: rest.length === 0 });
      this.keep();
    });
  }

  /** Everything that was played, before and after where one stands. */
  get #line() {
    return [...this.steps, ...this.undone.toReversed()];
  }

  #showMoves() {
    const now = this.steps.length;
    const listed = this.#line.map((step, index) => {
      const current = index + 1 === now ? 'step' : null;
      return h(
        'li',
        {},
        h('button.link', { type: 'button', 'aria-current': current, onclick: () => this.goTo(index + 1) }, step.join(', ')),
      );
    });
    this.moveList?.replaceChildren(...listed);
    const { parentElement: place } = listed[now - 1] ?? {};
    if (place) place.scrollTop = listed[now - 1].offsetTop - place.clientHeight / 2;
  }

  /** Goes to the position after so many steps, back or forth. @param {number} count */
  goTo(count) {
    this.#stop();
    return this.#inTurn(async () => {
      const line = this.#line;
      const options = { ui: this.view.ui, gestures: this.#letGo() };
      const view = await touch(this.info.name, { position: this.start, moves: line.slice(0, count).flat(), options });
      this.steps = line.slice(0, count);
      this.undone = line.slice(count).reverse();
      this.#shown(view, this.view);
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

  redraw() {
    return this.#inTurn(async () => this.#shown(await this.#viewAt(this.steps.length), null));
  }

  // Advice

  /** What the page has to say beside the board. @param {...(Node | null | false)} children */
  say(...children) {
    if (!this.note) return;
    this.note.replaceChildren(...children.filter((child) => child instanceof Node));
    this.note.hidden = false;
  }

  /** Says a game's messages, and what can be done about them. @param {Message[]} messages @param {...(Node | null | false)} more */
  #tell(messages, ...more) {
    this.say(...messages.map((message) => said('p', message)), ...more);
    announce(messages.map((message) => t(message)).join('. '));
  }

  quiet() {
    this.board.unmark();
    this.#light('', []);
    if (this.note) this.note.hidden = true;
    this.note?.replaceChildren();
  }

  /** Lights up what has these handles, on the board, in the trays, among the controls; and nothing else. @param {string} kind @param {string[]} handles */
  #light(kind, handles) {
    const boards = /** @type {Board[]} */ ([...this.querySelectorAll('azulejo-board')]);
    for (const board of boards) board.unmark();
    for (const lit of this.querySelectorAll('.controls .lit')) lit.classList.remove('lit');
    for (const handle of handles) {
      const found = boards.filter((board) => board.light(kind, handle));
      if (found.length === 0) this.controls?.querySelector(`[data-handle="${CSS.escape(handle)}"]`)?.classList.add('lit');
    }
  }

  #stop() {
    this.#work?.abort();
    this.#work = null;
  }

  get #over() {
    return this.view.state !== 'playing';
  }

  /** Asks something that may take a while, with a way to stop it. @param {string} verb @returns {Promise<Answer | undefined>} */
  async #search(verb) {
    this.#stop();
    const work = new AbortController();
    this.#work = work;
    const progress = h('p.busy', {}, t('thinking'));
    const stop = () => {
      this.#stop();
      this.quiet();
    };
    this.say(progress, h('div.row', {}, button('stop', t('stop'), stop)));
    const heard = (/** @type {number} */ n) => {
      progress.textContent = t('solve.progress', { n, nodes: n.toLocaleString() });
    };
    const answer = await this.#inTurn(() =>
      follow(this.info.name, verb, { position: this.view.position, limits: { time_ms: 30000 } }, heard, work.signal),
    );
    if (!progress.isConnected) return undefined;
    this.quiet();
    return work.signal.aborted ? undefined : answer;
  }

  async hint() {
    if (this.#over) return;
    const answer = await this.#search('hint');
    if (!answer) return;
    const { move, cells = [], handles = [], messages = [] } = answer;
    if (!move) return this.#tell(messages);
    this.extra.hints = (this.extra.hints ?? 0) + 1;
    this.keep();
    this.#light('hint', handles);
    this.board.mark('hint', cells);
    this.#tell(
      settings.mode === 'play' ? messages.map(placeless) : messages,
      h('p.hint', {}, h('strong', {}, t('hint')), ' ', h('code', {}, move)),
      h(
        'div.row',
        {},
        button('play', t('hint.play'), () => this.play([move]), { class: 'main', 'data-tool': 'play-hint' }),
      ),
    );
  }

  async solve() {
    if (this.#over) return;
    // A solution that was looked at is not one's own: the puzzle is not counted as solved.
    if (!this.extra.solved && !(await askFirst(t('solve.ask'), t('solve')))) return;
    this.extra.solved = true;
    this.keep();
    const answer = await this.#search('solve');
    if (!answer) return;
    const { line, messages = [], engine, elapsed_ms: time } = answer;
    const moves = line ?? [];
    this.#tell(
      messages,
      engine ? h('p.small', {}, t('solve.engine', { engine, time: Math.max(1, Math.round(time)) })) : null,
      moves.length > 0 && h('ol.plan', {}, ...moves.slice(0, 60).map((move) => h('li', {}, h('code', {}, move)))),
      moves.length > 0 &&
        h(
          'div.row',
          {},
          button('play', t('solve.play'), () => this.#walk(moves), { class: 'main', 'data-tool': 'play-line' }),
        ),
    );
  }

  /** Plays a line, one move after another, until somebody does something else. @param {string[]} moves */
  async #walk(moves) {
    this.#stop();
    const work = new AbortController();
    this.#work = work;
    for (const move of moves) {
      if (work.signal.aborted || this.#bot || !(await this.#inTurn(() => this.#step([move])))) return;
      if (!this.#over)
        this.say(
          h(
            'div.row',
            {},
            button('stop', t('stop'), () => {
              this.#stop();
              this.quiet();
            }),
          ),
        );
      await wait(isStill() ? 0 : 480);
    }
    if (!this.#over) this.quiet();
    if (this.#work === work) this.#work = null;
  }

  /** Says how hard the puzzle is, once that is known, as long as the note is still there. */
  #rate() {
    if (!this.can('rate')) return;
    const line = h('p.small', { role: 'status' });
    this.note?.append(line);
    const told = (/** @type {any} */ { messages = [], reasons = [] }) =>
      line.replaceChildren(
        t('difficulty'),
        ': ',
        ...messages.map((/** @type {Message} */ message) => said('span', message)),
        ' ',
        h('span', { lang: 'en' }, reasons.join('; ')),
      );
    ask(this.info.name, 'rate', { position: this.start, limits: { time_ms: 10000 } })
      .then(told)
      .catch(() => line.remove());
  }

  check() {
    this.#stop();
    return this.#inTurn(async () => {
      /** @type {{violations: {code: string, message: string, cells: [number, number][]}[]}} */
      const { violations } = await ask(this.info.name, 'check', { position: this.view.position });
      this.quiet();
      // The same rule in many places is one line.
      const rules = Map.groupBy(violations, ({ code, message }) => `${code} ${message}`);
      const text = rules.size === 0 ? t('check.fine') : t('check.broken', { n: rules.size });
      const look = (/** @type {typeof violations} */ found) => {
        this.board.unmark();
        this.board.mark(
          'bad',
          found.flatMap(({ cells }) => cells),
        );
      };
      const lines = [...rules.values()].slice(0, 12).map((found) => {
        const [{ code, message }] = found;
        const link = h('button.link', { type: 'button', lang: 'en', onclick: () => look(found) }, message);
        return h('li', {}, link, ' ', h('code', {}, code), found.length > 1 ? ` × ${found.length}` : null);
      });
      this.say(h('p', {}, h('strong', {}, text)), lines.length > 0 && h('ul.violations', {}, ...lines));
      if (violations.length > 0) look(rules.values().next().value ?? []);
      this.#rate();
      announce([text, ...[...rules.values()].map(([{ message }]) => message)].join('; '));
    });
  }

  // The computer's turn

  /** Whether one chooses here who plays the other seats. */
  get #lendsBots() {
    return this.info.seating === 'table';
  }

  /** The computer player who is to move, by the position's word or by the choice of whoever sits here. @param {View} view */
  #botOf(view) {
    if (view.state !== 'playing') return null;
    const chosen = this.#lendsBots && view.seats > 1 && view.player !== 0 ? this.others?.value : '';
    return view.bot ?? (chosen || null);
  }

  get #bot() {
    return this.view ? this.#botOf(this.view) : null;
  }

  #bots() {
    const bot = this.#bot;
    if (!bot) return;
    const era = this.#era;
    const { view } = this;
    const still = () => era === this.#era && this.view === view;
    (async () => {
      await wait(isStill() ? 50 : 350);
      if (!still()) return;
      const { move, cells = [] } = await ask(this.info.name, 'bot', { position: view.position, options: { bot } });
      if (!move || !still()) return;
      this.board.mark('hint', cells);
      announce(t('bot.plays', { bot, move }));
      await wait(isStill() ? 100 : 500);
      if (!still()) return;
      this.#did = { bot, count: (this.#did.bot === bot ? this.#did.count : 0) + 1 };
      const { count } = this.#did;
      await this.#inTurn(() => this.#step([move]));
      if (this.#bot || this.#over) return;
      // It is one's own turn again: what has happened meanwhile, in one line and on the board.
      this.board.mark('hint', cells);
      this.say(h('p', {}, t('bot.did', { bot, n: count })));
      this.#did = { bot: '', count: 0 };
    })().catch(async (error) => {
      this.complain(error);
      // A server that was away comes back: who is thinking goes on then.
      await wait(RETRY);
      if (still()) this.#bots();
    });
  }

  // From outside

  /** Opens a puzzle in any form, or throws what is wrong with it. @param {string} text */
  async openText(text) {
    const linked = text.trim().match(/#\/(\w+)\/([^/\s]+)(?:\/(\S+))?$/);
    if (linked) location.hash = linked[0];
    else await this.begin(await play(this.info.name, { puzzle: text }));
  }
}

customElements.define('azulejo-game', Table);
