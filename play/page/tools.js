// The tools under the board: modes, the keys for values, undo and redo, trying out; and which
// places are chosen.

import { h, tell } from './dom.js';
import { erased, put } from './edits.js';
import { labelOf } from './labels.js';
import { nameOf } from './layers.js';
import { t } from './texts.js';

const COLOURS = 9;
const MOST_KEYS = 40;
const MODES = ['value', 'corner', 'centre', 'no', 'colour'];

export class Tools {
  // only: the modes there are; sketch: a puzzle is drawn, not played.
  constructor(board, { only = MODES, sketch = false } = {}) {
    this.board = board;
    this.game = board.game;
    this.only = only;
    this.sketch = sketch;
    this.mode = 'value';
    this.colour = 1;
    this.place = null;
    this.selected = [];
    this.onboard = [...this.game.places.values()].filter((place) => place.kind);
    this.element = h('div', { class: 'tools' });
    this.build();
    if (this.onboard.length) this.focus(this.onboard[0], { quiet: true });
    this.game.addEventListener('change', () => this.update());
    this.update();
  }

  // ---- choosing places

  // The places that keys go to: where layers lie over each other, those of the chosen one.
  get reachable() {
    return this.onboard.filter((place) => this.board.layers.meant(place) === place);
  }

  focus(place, { add = false, move = false, quiet = false }) {
    for (const one of this.board.overlay.querySelectorAll('[tabindex="0"]')) {
      one.setAttribute('tabindex', '-1');
    }
    this.place = place;
    const element = this.board.elements.get(place.id);
    element?.setAttribute('tabindex', '0');
    if (move || !quiet) element?.focus({ preventScroll: !move });
    this.select(add ? [...new Set([...this.selected, place])] : [place]);
    this.keypad();
  }

  select(places) {
    for (const one of this.selected) this.board.elements.get(one.id)?.classList.remove('chosen');
    this.selected = places;
    for (const one of places) this.board.elements.get(one.id)?.classList.add('chosen');
  }

  paint(places, colour = this.colour) {
    this.game.change(
      places
        .filter((place) => this.game.cells.has(place.name))
        .map((place) => {
          const same = this.game.mark('colour', place.name) === colour;
          return ['colour', place.name, same || !colour ? undefined : colour];
        }),
    );
  }

  // ---- buttons

  button(name, act, attributes = {}) {
    const words = t(`tool ${name}`);
    return h('button', { type: 'button', title: words, onclick: act, ...attributes }, words);
  }

  build() {
    const { game } = this;
    this.undo = this.button('undo', () => game.undo(), { 'data-tool': 'undo' });
    this.redo = this.button('redo', () => game.redo(), { 'data-tool': 'redo' });
    this.begin = this.button('try', () => game.beginTrial(), { 'data-tool': 'try' });
    this.keep = this.button('keep', () => game.keepTrial(), { 'data-tool': 'keep' });
    this.drop = this.button('drop', () => game.dropTrial(), { 'data-tool': 'drop' });
    const values = this.onboard.some((place) => place.field.yes === null);
    const fit = (mode) => values || !['corner', 'centre'].includes(mode);
    // A table has no modes and keys: values are chosen in it.
    this.modes = (this.onboard.length ? this.only.filter(fit) : []).map((mode) =>
      this.button(mode, () => this.choose(mode), { 'data-mode': mode, 'aria-pressed': 'false' }),
    );
    this.layers = this.board.layers.fields.map((field) => {
      const act = () => this.chooseLayer(field);
      return h('button', { type: 'button', onclick: act, 'data-layer': `${field.layer} ${field.part}` }, nameOf(field));
    });
    this.keys = h('div', { class: 'keypad', role: 'group', 'aria-label': t('values') });
    const rows = [h('div', { class: 'row' }, this.undo, this.redo, this.sketch ? [] : [this.begin, this.keep, this.drop])];
    if (this.layers.length) {
      rows.push(h('div', { class: 'row layers', role: 'group', 'aria-label': t('layers') }, this.layers));
    }
    if (this.onboard.length) {
      rows.push(h('div', { class: 'row modes', role: 'group', 'aria-label': t('modes') }, this.modes), this.keys);
    }
    this.element.append(...rows);
    this.choose('value');
    if (this.layers.length) this.chooseLayer(this.board.layers.chosen);
  }

  chooseLayer(field) {
    const { layers } = this.board;
    layers.chosen = field;
    this.layers.forEach((button, k) => {
      button.setAttribute('aria-pressed', String(layers.fields[k] === field));
    });
    // A click focuses the uppermost element, so those of other layers take no clicks.
    for (const place of this.onboard) {
      this.board.elements.get(place.id).classList.toggle('aside', layers.meant(place) !== place);
    }
    if (this.place) this.focus(layers.meant(this.place), { quiet: true });
  }

  choose(mode) {
    this.mode = mode;
    for (const button of this.modes) {
      button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
    }
    this.board.element.dataset.mode = mode;
    this.keypad();
  }

  keypad() {
    if (!this.keys) return;
    if (this.mode === 'colour') {
      this.keys.replaceChildren(...Array.from({ length: COLOURS }, (_, k) => this.swatch(k + 1)));
      return;
    }
    const place = this.place;
    if (!place) return;
    const possible = this.game.choices(place);
    // Places that are yes or no take clicks, not keys.
    const choices = place.field.choices.filter(
      (choice) => choice.token !== place.field.no && place.field.yes === null,
    );
    const shown = choices.slice(0, MOST_KEYS).map((choice) =>
      h(
        'button',
        {
          type: 'button',
          'data-token': choice.token,
          'aria-label': choice.label,
          disabled: !possible.includes(choice),
          onclick: () => this.enter(choice.token),
        },
        choice.token,
      ),
    );
    const erase = h(
      'button',
      { type: 'button', class: 'wide', 'data-tool': 'erase', onclick: () => this.erase() },
      t('tool erase'),
    );
    this.keys.replaceChildren(...shown, erase);
  }

  swatch(number) {
    const act = () => {
      this.colour = number;
      this.keypad();
    };
    return h('button', {
      type: 'button',
      class: `swatch colour-${number}`,
      'aria-label': t(`colour ${number}`),
      'aria-pressed': String(number === this.colour),
      onclick: act,
    });
  }

  enter(token) {
    const mode = this.mode === 'no' ? 'value' : this.mode;
    this.game.change(this.selected.map((place) => put(this.game, place, token, mode)));
  }

  erase() {
    this.game.change(this.selected.flatMap((place) => erased(this.game, place)));
  }

  update() {
    const { game } = this;
    this.undo.disabled = game.at === 0;
    this.redo.disabled = game.at >= game.history.length;
    this.keep.hidden = this.drop.hidden = game.trials.length === 0;
    this.board.element.classList.toggle('trying', game.trials.length > 0);
    if (this.place && document.activeElement === this.board.elements.get(this.place.id)) {
      tell(labelOf(game, this.place));
    }
  }
}
