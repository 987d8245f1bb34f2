// Writing: a spec and a puzzle beside the board that follows them. The puzzle can be drawn too, with
// the editors it is played with; whether it has one solution is checked meanwhile.

import { ask, save } from './ask.js';
import { Board } from './board.js';
import { Draft } from './draft.js';
import { empty, h } from './dom.js';
import { Editor } from './editor.js';
import { Game } from './game.js';
import { Keys } from './keys.js';
import { linkTo } from './links.js';
import { Making } from './making.js';
import { neighbours } from './neighbours.js';
import { Parts } from './parts.js';
import { Pointer } from './pointer.js';
import { speak } from './speech.js';
import { tables } from './tables.js';
import { rated, t } from './texts.js';
import { Tools } from './tools.js';

const PAUSE = 250;

// draft: {spec: {name} or {text}, text (of the spec), puzzle, saves, uses}
export async function write(main, draft) {
  if (!main.isConnected) return empty; // another view was chosen while this one loaded
  speak(''); // what is written here has no catalogue
  const writer = new Writer(draft);
  main.replaceChildren(writer.element);
  await writer.check();
  await writer.fill();
  return writer;
}

class Writer {
  constructor({ spec, text, puzzle, saves, uses }) {
    this.own = spec;
    this.given = text;
    this.saves = saves;
    this.uses = uses;
    this.beside = undefined;
    this.draft = new Draft(spec, text, puzzle);
    this.version = 0;
    this.changes = {};
    this.rewrites = new Map();
    this.spec = new Editor('spec', this.draft.text, () => this.later());
    this.puzzle = new Editor('puzzle', this.draft.puzzle, () => this.later());
    this.stage = h('div', { class: 'stage' });
    this.tools = h('div');
    this.verdict = h('p', { class: 'verdict', role: 'status' });
    this.heading = h('h1', {}, t('write'));
    this.rules = h('ol', { class: 'rules' });
    const answered = (act) => async () => {
      try {
        await act();
      } catch {
        this.answer.textContent = t('offline');
      }
    };
    const button = (name, act) => h('button', { type: 'button', 'data-write': name, onclick: answered(act) }, t(`write ${name}`));
    this.back = button('discard', () => this.put({ text: this.draft.given, puzzle: this.draft.first }));
    this.older = button('older', () => this.put(this.draft.older));
    this.rows = h('input', { type: 'number', id: 'rows', min: 1, max: 60, value: 6 });
    this.columns = h('input', { type: 'number', id: 'columns', min: 1, max: 60, value: 6 });
    this.answer = h('p', { class: 'shared', 'aria-live': 'polite' });
    this.making = new Making(
      t('write generate'),
      { 'data-write': 'generate' },
      () => ({ ...this.request, size: [Number(this.rows.value), Number(this.columns.value)] }),
      (found) => this.made(found),
    );
    this.element = h(
      'div',
      { class: 'writing' },
      h('div', { class: 'left' }, this.heading, this.spec.element, this.puzzle.element),
      h('div', { class: 'right' },
        this.verdict,
        this.stage,
        this.tools,
        h('div', { class: 'row' },
          button('play', () => this.play()),
          button('link', () => this.link()),
          saves ? button('save', () => this.save()) : null,
          this.back,
          this.older,
        ),
        h('fieldset', { class: 'size' }, h('legend', {}, t('new board')),
          h('div', { class: 'row' },
            h('label', { for: 'rows' }, t('rows')), this.rows,
            h('label', { for: 'columns' }, t('columns')), this.columns,
            button('begin', () => this.begin()),
            this.making.button,
          ),
          this.making.element,
        ),
        this.answer,
        h('section', {}, h('h2', {}, t('rules')), this.rules),
      ),
    );
  }

  get request() {
    const same = this.own.name && this.spec.text === this.given;
    const own = { text: this.spec.text, ...(this.beside && { beside: this.beside }) };
    return { spec: same ? this.own : own, puzzle: this.puzzle.text };
  }

  // Whether something is written here that its file does not hold.
  get isBegun() {
    return this.draft.differs;
  }

  // Whether the files have what is written here: it was saved a moment ago.
  holds({ spec, puzzle }) {
    return spec.text === this.spec.text && (puzzle ?? '') === this.draft.first;
  }

  get title() {
    return t('write');
  }

  close() {
    clearTimeout(this.timer);
    this.counting?.abort();
  }

  later() {
    clearTimeout(this.timer);
    this.version += 1;
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  // The texts as they stand now; an answer about older ones is dropped.
  async check() {
    const version = (this.version += 1);
    this.keep();
    let found;
    try {
      if (this.uses) this.beside = await neighbours(this.spec.text);
      found = await ask('write', this.request);
    } catch {
      this.verdict.textContent = t('offline');
      return;
    }
    if (version !== this.version) return;
    if (found.error) {
      this.verdict.textContent = t(`error ${found.error}`);
      return;
    }
    this.spec.tell(found.spec ?? []);
    this.puzzle.tell(found.puzzle ?? []);
    if (!found.sketch) {
      this.verdict.textContent = t('mistakes');
      this.stage.classList.add('stale');
      return;
    }
    this.show(found);
    this.count();
  }

  show({ sketch, picture }) {
    this.stage.classList.remove('stale');
    this.heading.textContent = sketch.title || t('write');
    this.rules.replaceChildren(...sketch.rules.map((rule) => h('li', {}, rule.sentence)));
    this.game = new Game(sketch);
    for (const [id, token] of Object.entries(sketch.state)) this.game.marks.value.set(id, token);
    const board = new Board(this.game, picture);
    board.shown = sketch.state;
    board.drawPending();
    board.overlay.setAttribute('aria-label', t('sketch'));
    const tools = new Tools(board, { only: ['value', 'no'], sketch: true });
    tools.parts = new Parts(sketch.parts, board, (...part) => this.rewritten(...part));
    new Pointer(board, tools);
    new Keys(board, tools);
    this.board = board;
    this.stage.replaceChildren(board.element);
    this.tools.replaceChildren(...[tools.element, tools.parts.element, tables(this.game)].filter(Boolean));
    this.game.addEventListener('change', ({ detail }) => this.drawn(detail.change));
  }

  // ---- what was written is kept

  keep() {
    this.draft.keep(this.spec.text, this.puzzle.text);
    this.back.hidden = !this.draft.differs;
    this.older.hidden = !this.draft.older;
  }

  // Take the texts of another state.
  put({ text, puzzle }) {
    this.spec.text = text;
    this.puzzle.text = puzzle;
    this.draft.older = undefined;
    this.check();
  }

  // ---- drawing

  drawn(change) {
    for (const [kind, id] of change) {
      if (kind === 'value') this.changes[id] = this.game.marks.value.get(id) ?? null;
    }
    if (!Object.keys(this.changes).length) return;
    this.uncount();
    this.draw();
  }

  // A part that is not on the board; anew: the board may then change.
  rewritten(part, rows, anew) {
    this.rewrites.set(part, { rows, anew });
    this.uncount();
    this.draw();
  }

  // The next change to the text: {question, request, anew}.
  following() {
    for (const [part, { rows, anew }] of this.rewrites) {
      this.rewrites.delete(part);
      return { question: 'rewrite', request: { part, rows }, anew };
    }
    const { changes } = this;
    this.changes = {};
    return { question: 'draw', request: { changes } };
  }

  async draw() {
    if (this.drawing) return;
    this.drawing = true;
    let again = false;
    try {
      while (this.rewrites.size || Object.keys(this.changes).length) {
        const { question, request, anew } = this.following();
        const { state } = this.game;
        this.version += 1;
        const found = await ask(question, { ...this.request, ...request });
        if (found.mistakes) {
          this.puzzle.tell(found.mistakes);
          continue;
        }
        again ||= anew;
        this.puzzle.text = found.text;
        this.keep();
        this.puzzle.tell([]);
        this.board.show(found.picture, state);
        this.board.drawPending();
      }
      if (again) await this.check();
      else this.count();
    } catch {
      this.verdict.textContent = t('offline');
    } finally {
      this.drawing = false;
    }
  }

  // ---- one solution?

  // A count of older texts is not shown beside newer ones.
  uncount() {
    this.counting?.abort();
    this.verdict.textContent = t('counting');
    this.verdict.dataset.count = '';
  }

  async count() {
    this.uncount();
    const counting = new AbortController();
    this.counting = counting;
    try {
      const found = await ask('unique', this.request, counting.signal);
      if (counting.signal.aborted) return;
      const key = found.error ? `error ${found.error}` : found.mistakes ? 'mistakes' : `count ${found.count}`;
      this.verdict.textContent = t(key);
      this.verdict.dataset.count = found.count ?? '';
    } catch {
      if (!counting.signal.aborted) this.verdict.textContent = t('offline');
    }
  }

  // ---- on from here

  async play() {
    location.href = await linkTo(this.request);
  }

  async link() {
    const link = await linkTo(this.request);
    const field = h('input', { type: 'text', readonly: true, value: link, class: 'link', 'aria-label': t('link') });
    this.answer.replaceChildren(field);
    field.select();
  }

  async save() {
    const { text } = this.spec;
    const done = await save(text, this.draft.given);
    this.answer.textContent = t(done);
    if (done === 'saved') this.draft.given = text;
    this.keep();
  }

  emptyBoard() {
    const size = { height: Number(this.rows.value), width: Number(this.columns.value) };
    return ask('begin', { ...this.request, ...size });
  }

  async begin() {
    this.take(await this.emptyBoard());
  }

  // A spec without a puzzle gets an empty board, where there is one without values of the author's.
  async fill() {
    if (this.puzzle.text) return;
    const found = await this.emptyBoard();
    if (found.text !== undefined) this.take(found);
  }

  made(found) {
    this.answer.textContent = found.rating ? rated(found.rating) : '';
    this.take(found);
  }

  take(found) {
    if (found.text !== undefined) {
      this.puzzle.text = found.text;
      this.check();
    } else if (found.mistakes) this.answer.textContent = found.mistakes.map((one) => one.message).join(' ');
    else if (found.error) this.answer.textContent = t(`error ${found.error}`);
  }
}
