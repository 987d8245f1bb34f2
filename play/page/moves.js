// A plan made by hand: how things stand, the moves that the rules allow, and undo. Progress is kept in
// the browser, by puzzle and spec. On a board a click on a place makes the one move that changes it.

import { ask } from './ask.js';
import { h, picture, tell } from './dom.js';
import { keyOf } from './store.js';
import { said } from './speech.js';
import { listed } from './tables.js';
import { t } from './texts.js';

export class Moves {
  // onBoard: whether there is a board, which a picture shows.
  constructor(request, onBoard) {
    Object.assign(this, { request, onBoard });
    this.made = []; // moves: {state, words, svg}; the first one is the beginning
    this.offered = [];
    this.element = h('div', { class: 'moves' });
    this.banner = h('div', { class: 'banner', role: 'status' });
    this.stage = h('div', { class: 'stage' });
    this.stage.addEventListener('click', (event) => this.click(event));
    this.list = h('ul', { class: 'move-list' });
    this.undo = h('button', { type: 'button', 'data-tool': 'undo', onclick: () => this.back() }, t('tool undo'));
    this.again = h('button', { type: 'button', 'data-tool': 'clear', onclick: () => this.begin() }, t('begin again'));
    this.counter = h('span', { class: 'timer' });
    this.element.append(this.banner, this.stage, h('div', { class: 'row' }, this.undo, this.again, this.counter), this.list);
  }

  // What goes into a link or a file: the moments alone, since pictures from elsewhere are not shown.
  kept() {
    return { states: this.made.map((move) => move.state) };
  }

  // Moments from elsewhere, as far as each follows by a move.
  async take(progress) {
    if (!Array.isArray(progress?.states)) return;
    const made = [];
    for (const state of progress.states) {
      const { moves = [] } = await ask('moves', { ...this.request, known: made.map((move) => move.state) });
      const text = JSON.stringify(state);
      const move = moves.find((one) => JSON.stringify(one.state) === text);
      if (!move) break;
      made.push(move);
    }
    this.made = made;
    await this.keep();
  }

  async open(progress) {
    this.key = (await keyOf(this.request.spec, this.request.puzzle)).replace('pzc game', 'pzc plan');
    try {
      const kept = JSON.parse(localStorage.getItem(this.key));
      if (Array.isArray(kept)) this.made = kept;
    } catch {
      // What cannot be read is played anew.
    }
    if (progress) await this.take(progress);
    else await this.look();
  }

  // The moves there are now. Where a plan can begin in one way only, it has begun.
  async look() {
    const known = this.made.map((move) => move.state);
    let found;
    try {
      found = await ask('moves', { ...this.request, known });
    } catch {
      this.banner.replaceChildren(h('p', { class: 'offline' }, t('offline')));
      return;
    }
    if (known.length !== this.made.length) return; // late
    if (found.mistakes && known.length) return this.begin();
    this.offered = found.moves ?? [];
    if (!known.length && this.offered.length === 1) {
      this.made.push(this.offered[0]);
      return this.look();
    }
    this.show(found);
  }

  show(found) {
    const last = this.made.at(-1);
    if (last) this.stage.replaceChildren(this.onBoard ? picture(last.svg) : listed(last.state));
    this.undo.disabled = this.again.disabled = this.made.length < 2;
    this.counter.textContent = t('moves made', { number: Math.max(0, this.made.length - 1) });
    const words = found.done ? t('plan done', { number: this.made.length - 1 }) : '';
    this.banner.replaceChildren(words ? h('p', { class: 'solved' }, words) : '');
    if (words) tell(words);
    if (found.error) this.banner.replaceChildren(h('p', { class: 'offline' }, t(`error ${found.error}`)));
    const none = !this.offered.length && !found.done && !found.error;
    this.list.replaceChildren(
      ...this.offered.map((move, k) => h('li', {}, this.button(move, k))),
      ...(found.more ? [h('li', {}, t('more moves'))] : []),
      ...(none ? [h('li', {}, t('no moves'))] : []),
    );
  }

  button(move, number) {
    const words = move.words.map(said).join(', ') || t('no change');
    return h('button', { type: 'button', 'data-move': number, onclick: () => this.make(move) }, words);
  }

  click(event) {
    const place = event.target.closest?.('[data-place]')?.dataset.place;
    const fitting = this.offered.filter((move) => move.at.includes(place));
    if (fitting.length === 1) this.make(fitting[0]);
    else if (fitting.length) this.list.querySelector(`[data-move="${this.offered.indexOf(fitting[0])}"]`).focus();
  }

  make(move) {
    this.made.push(move);
    this.keep();
  }

  back() {
    this.made.pop();
    this.keep();
  }

  begin() {
    this.made = [];
    this.keep();
  }

  keep() {
    this.offered = [];
    try {
      localStorage.setItem(this.key, JSON.stringify(this.made));
    } catch {
      // There is no room left: it stays on the page alone.
    }
    return this.look();
  }
}
