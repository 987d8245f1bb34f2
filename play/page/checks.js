// After each move: which rules are broken now, and whether the puzzle is solved.
//
// Input never waits for it. One question is on its way at a time, for the newest board; an answer
// about an older board is dropped.

import { ask } from './ask.js';
import { h, tell } from './dom.js';
import { said } from './speech.js';
import { langOf, sentence, t } from './texts.js';
import { clock } from './timer.js';

export class Checks {
  constructor({ game, board, timer, request, name, off }) {
    Object.assign(this, { game, board, timer, request, name });
    this.silent = off.includes('check');
    this.busy = false;
    this.checked = -1;
    this.times = [];
    this.element = h('section', { class: 'checks', 'aria-live': 'polite' });
    this.banner = h('div', { class: 'banner', role: 'status' });
    this.seen = new Set();
    game.addEventListener('change', ({ detail }) => {
      if (detail.values || !detail.change.length) this.check();
    });
  }

  async check() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.checked !== this.game.version) await this.once();
      this.offline(false);
    } catch {
      this.offline(true);
    } finally {
      this.busy = false;
    }
  }

  async once() {
    const { game } = this;
    const version = game.version;
    const state = game.state;
    const began = performance.now();
    const found = await ask('check', { ...this.request, state });
    this.times.push(performance.now() - began);
    if (found.error === 'died') throw new Error('nobody answers');
    this.checked = version;
    if (version !== game.version || !found.picture) return; // late
    this.board.show(found.picture, state);
    this.board.drawPending();
    this.tell(found);
    let solved = found.solved;
    if (solved === 'ask') {
      const answer = await ask('finished', { ...this.request, state });
      if (version !== game.version) return;
      solved = answer.solved ? 'yes' : 'no';
    }
    if (solved === 'yes' && game.marks.value.size) this.celebrate();
    else this.banner.replaceChildren();
  }

  tell({ broken, more }) {
    if (this.silent) return;
    const places = broken.flatMap((one) => one.places);
    this.board.point('check', { wrong: places });
    this.element.replaceChildren();
    if (!broken.length) return;
    const items = broken.map(({ sentence: rule, where, what }) => {
      const words = (where && ` (${said(where)})`) + (what && `: ${said(what)}`);
      return h('li', {}, sentence(rule), words && h('small', {}, words));
    });
    this.element.append(h('h2', {}, t('broken')), h('ul', { lang: langOf(this.name) }, items));
    if (more) this.element.append(h('p', {}, t('more', { number: more })));
  }

  celebrate() {
    const { game, timer } = this;
    timer.stopped = true;
    if (!game.solved) {
      game.solved = true;
      game.dispatchEvent(new CustomEvent('change', { detail: { change: [['solved']], values: false } }));
    }
    const words = t('solved', { time: clock(timer.seconds) });
    this.banner.replaceChildren(h('p', { class: 'solved' }, words));
    tell(words);
  }

  offline(is) {
    if (is) {
      this.banner.replaceChildren(
        h('p', { class: 'offline' }, t('offline'), ' ', h('button', { onclick: () => this.again() }, t('again'))),
      );
    } else if (this.banner.querySelector('.offline')) this.banner.replaceChildren();
  }

  again() {
    this.checked = -1;
    this.check();
  }
}
