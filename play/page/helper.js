// Queries to a solver, when the player asks for them: can it still be solved, hint, explanation,
// solution, count, why. Steps are shown one by one, and the player can enter them on the board.

import { ask, parts } from './ask.js';
import { h, picture } from './dom.js';
import { said } from './speech.js';
import { langOf, rated, sentence, t } from './texts.js';

const ASKS = ['solvable', 'hint', 'explain', 'solve', 'count', 'why', 'rate'];
// Candidates that have room in a cell.
const MOST_LEFT = 9;
// What a teacher may switch off, and the questions that go with it.
export const OFF = {
  check: ['solvable'],
  hint: ['hint', 'explain', 'why', 'rate'],
  solve: ['solve', 'count'],
};

export class Helper {
  constructor({ game, board, request, name, off }) {
    Object.assign(this, { game, board, request, name });
    const without = new Set(off.flatMap((one) => OFF[one] ?? []));
    this.output = h('div', { class: 'answer', 'aria-live': 'polite' });
    const buttons = ASKS.filter((one) => !without.has(one)).map((one) =>
      h('button', { type: 'button', 'data-ask': one, title: t(`about ${one}`), onclick: () => this.ask(one) }, t(`ask ${one}`)),
    );
    this.element = h('section', { class: 'helper' }, h('div', { class: 'row' }, buttons), this.output);
    game.addEventListener('change', ({ detail }) => detail.values && this.outdated());
  }

  // An answer about an older board goes, but for steps that are walked through, and the rating.
  outdated() {
    if (['explain', 'rate'].includes(this.question) || this.output.querySelector('.busy')) return;
    const held = this.output.contains(document.activeElement);
    this.say();
    this.board.point('help', {});
    if (held) this.element.querySelector(`[data-ask="${this.question}"]`)?.focus();
  }

  say(...children) {
    this.output.replaceChildren(...children);
  }

  async ask(question) {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.question = question;
    this.steps = [];
    this.board.point('help', {});
    const { version } = this.game;
    const stop = h('button', { type: 'button', onclick: () => abort.abort() }, t('stop'));
    this.say(h('p', { class: 'busy' }, t('thinking'), ' ', stop));
    try {
      const request = { ...this.request, state: this.game.state };
      for await (const part of parts(question, request, abort.signal)) {
        if (abort !== this.abort) return;
        // Steps stay true while the player takes them over.
        if (version !== this.game.version && question !== 'explain') {
          this.say(h('p', {}, t('late')));
          abort.abort();
          return;
        }
        this.take(question, part);
      }
    } catch (problem) {
      if (abort !== this.abort) return;
      if (!abort.signal.aborted) this.say(h('p', { class: 'offline' }, t('offline')));
      else if (this.output.querySelector('.busy')) this.say(h('p', {}, t('stopped')));
    }
  }

  take(question, part) {
    if (part.error) {
      const words = h('p', { class: 'offline' }, t(`error ${part.error}`));
      if (this.steps.length) this.output.append(words);
      else this.say(words);
    } else if (part.mistakes) this.say(h('p', {}, part.mistakes.map((one) => one.message).join(' ')));
    else this[question](part);
  }

  // ---- answers

  solvable(part) {
    if (part.solvable) this.say(h('p', { class: 'good' }, t('can be solved')));
    else {
      const rules = part.conflict ?? part.broken.map((one) => one.sentence);
      const items = [...new Set(rules)].map((one) => h('li', {}, sentence(one)));
      this.say(h('p', { class: 'bad' }, t('cannot be solved')), h('ul', {}, items));
    }
  }

  solve(part) {
    if (part.state === 'none') this.say(h('p', { class: 'bad' }, t('no solution')));
    else if (part.state === 'wrong') {
      this.say(h('p', { class: 'bad' }, t('no solution from here')), this.fill(part.solution));
    } else {
      this.say(h('p', {}, t('solution found')), this.fill(part.solution));
    }
  }

  fill(solution) {
    const act = () =>
      this.game.change([
        ...[...this.game.marks.value.keys()].map((id) => ['value', id, solution[id]]),
        ...Object.entries(solution).map(([id, token]) => ['value', id, token]),
      ]);
    return h('button', { type: 'button', 'data-ask': 'fill', onclick: act }, t('show solution'));
  }

  count(part) {
    const many = part.more || !part.done;
    const key = part.count === 1 && part.done ? 'one solution' : part.count === 0 ? 'no solution' : 'solutions';
    // Those that differ from the board are not counted.
    const from = this.game.marks.value.size ? ' from here' : '';
    this.say(h('p', {}, t(`${key}${from}`, { number: `${part.count}${many ? '+' : ''}` })));
  }

  hint(part) {
    const children = [];
    if (part.words) children.push(h('p', {}, said(part.words)));
    if (part.taken) children.push(h('p', {}, said(part.taken)));
    if (!part.steps.length) {
      this.say(...children);
      return;
    }
    const places = part.steps.at(-1);
    const more = h('button', { type: 'button', 'data-ask': 'more', onclick: () => this.show(part.steps, part.steps.length - 1) }, t('more of it'));
    this.say(...children, h('p', { class: 'where', lang: langOf(this.name) }, said(part.where)), more);
    this.board.point('help', { marked: [...places.marked, ...places.new] });
  }

  explain(part) {
    if (part.step) {
      this.steps.push(part.step);
      if (this.steps.length === 1) this.show(this.steps, 0);
      else this.update?.();
      return;
    }
    this.state = part.state;
    if (part.words || !this.steps.length) this.say(h('p', {}, said(part.words) || t(`state ${part.state}`)));
    else if (part.state === 'undecided') this.output.append(h('p', {}, t('state undecided')));
  }

  rate(part) {
    this.say(h('p', {}, rated(part)));
  }

  why(part) {
    const out = [h('p', {}, t(`why ${part.state}`))];
    if (part.givens) out.push(h('p', {}, said(part.givens)));
    if (part.rules.length) out.push(h('ul', {}, part.rules.map((rule) => h('li', {}, said(rule)))));
    for (const mend of part.mends) out.push(h('p', {}, t('mend', { what: said(mend) })));
    if (part.clues) out.push(h('p', {}, t('clues', { what: said(part.clues) })));
    if (part.wrong) out.push(h('p', {}, said(part.wrong.words)));
    if (part.pictures.length > 1) {
      out.push(h('div', { class: 'pair' }, part.pictures.slice(0, 2).map((one) => picture(one))));
    }
    this.say(...out);
  }

  // ---- steps

  // What steps tell, as changes of the board: values, and where values are excluded those that are left.
  changes(steps) {
    const { game } = this;
    const values = Object.assign({}, ...steps.map((step) => step.values));
    const excluded = new Map();
    for (const step of steps) {
      for (const [id, tokens] of Object.entries(step.excluded)) {
        excluded.set(id, new Set([...(excluded.get(id) ?? []), ...tokens]));
      }
    }
    const change = Object.entries(values).map(([id, token]) => ['value', id, token]);
    for (const [id, tokens] of excluded) {
      const place = game.places.get(id);
      if (!place || id in values || game.value(place) !== undefined || place.field.yes !== null) continue;
      const known = game.mark('centre', id) ?? game.choices(place).map((choice) => choice.token);
      const left = known.filter((token) => !tokens.has(token));
      if (left.length && left.length <= MOST_LEFT) change.push(['centre', id, left]);
    }
    return change;
  }

  show(steps, at) {
    this.steps = steps;
    const lines = h('div', { class: 'step', lang: langOf(this.name) });
    const counter = h('span', { class: 'counter' });
    const go = (by) => {
      at = Math.max(0, Math.min(this.steps.length - 1, at + by));
      this.update();
    };
    const button = (name, act) => h('button', { type: 'button', 'data-step': name, onclick: act }, t(`step ${name}`));
    const back = button('back', () => go(-1));
    const on = button('on', () => go(1));
    const takeover = button('take', () => this.game.change(this.changes(this.steps.slice(0, at + 1))));
    this.update = () => {
      const step = this.steps[at];
      const [first, ...rest] = step.lines;
      lines.replaceChildren(
        h('p', { class: 'rule' }, said(first)),
        ...rest.map((line) => h('p', {}, said(line.trim()))),
      );
      counter.textContent = `${at + 1} / ${this.steps.length}`;
      back.disabled = at === 0;
      on.disabled = at + 1 >= this.steps.length;
      // What the board does not show, such as which piece covers a cell, cannot be entered.
      takeover.disabled = !this.changes(this.steps.slice(0, at + 1)).length;
      this.board.point('help', { marked: step.marked, fresh: step.new }, step.values);
    };
    this.say(h('div', { class: 'row' }, back, counter, on, takeover), lines);
    this.update();
  }
}
