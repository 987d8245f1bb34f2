// The making of a puzzle by rules alone: a button that begins and stops it, and what it does meanwhile.

import { parts } from './ask.js';
import { h } from './dom.js';
import { doneNow, t } from './texts.js';

const SECOND = 1000;

export class Making {
  // words: of the button; attributes: further ones of it; request: gives what is asked now; take:
  // called with the answer, which may be a failure.
  constructor(words, attributes, request, take) {
    Object.assign(this, { words, request, take });
    this.search = null;
    this.button = h('button', { type: 'button', onclick: () => this.press(), ...attributes }, words);
    // What is done changes many times a second: a screen reader says only what comes of it.
    this.stage = h('span', { class: 'stage-now' });
    this.outcome = h('span', { role: 'status' });
    this.element = h('span', { class: 'making' }, this.stage, this.outcome);
  }

  async press() {
    if (this.search) this.search.abort();
    else await this.make();
  }

  async make() {
    const begun = new AbortController();
    const { signal } = begun;
    this.search = begun;
    // Another view would otherwise be left for the new puzzle.
    window.addEventListener('hashchange', () => begun.abort(), { once: true, signal });
    this.button.textContent = t('stop');
    this.outcome.textContent = t('thinking');
    const start = Date.now();
    let now = {};
    const show = () => {
      if (!now.stage) return;
      this.stage.textContent = doneNow(now, Math.floor((Date.now() - start) / SECOND));
      this.outcome.textContent = '';
    };
    const clock = setInterval(show, SECOND);
    let found = {};
    try {
      const seed = Math.floor(Math.random() * 1e9);
      for await (const part of parts('generate', { ...this.request(), seed }, signal)) {
        if (part.stage) {
          now = part;
          show();
        } else found = { ...found, ...part };
      }
    } catch {
      found = { failure: signal.aborted ? 'stopped' : 'offline' };
    }
    clearInterval(clock);
    this.search = null;
    this.button.textContent = this.words;
    this.stage.textContent = '';
    const failed = !found.text;
    this.outcome.textContent = failed
      ? (found.mistakes?.map((one) => one.message).join(' ') ?? t(found.failure ?? `error ${found.error}`))
      : '';
    if (!failed) await this.take(found);
  }
}
