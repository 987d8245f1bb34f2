// The board: the renderer's picture, and over it all places with what the player marked.
//
// The picture is always a little late. What it does not show yet is drawn here in a plain way.

import { h, s, picture } from './dom.js';
import { isSegment } from './edits.js';
import { Layers } from './layers.js';
import { coloured } from './pieces.js';
import { labelOf } from './labels.js';

const HUES = 9;

export class Board {
  constructor(game, first) {
    this.game = game;
    this.layers = new Layers(game);
    this.shown = {};
    this.elements = new Map();
    this.options = { lines: false, areas: false };
    this.pointed = {};
    this.overlay = s('svg', { class: 'overlay', role: 'group' });
    this.holder = h('div', { class: 'picture', 'aria-hidden': 'true' });
    this.element = h('div', { class: 'board' }, this.holder, this.overlay);
    this.groups = Object.fromEntries(
      ['colours', 'areas', 'pending', 'lines', 'marks', 'hints', 'places'].map((name) => [
        name,
        s('g', { class: name }),
      ]),
    );
    this.show(first, {});
    this.build();
    game.addEventListener('change', ({ detail }) => {
      this.draw();
      this.relabel(detail.change);
    });
    this.draw();
  }

  // ---- the picture

  show({ svg, frames }, state) {
    this.shown = state;
    const drawn = picture(svg);
    drawn.setAttribute('role', 'presentation');
    drawn.querySelector('title')?.remove();
    this.holder.replaceChildren(drawn);
    this.frame = frames[0] ?? { left: 0, top: 0, cell: 48 };
    const box = drawn.getAttribute('viewBox');
    this.overlay.setAttribute('viewBox', box);
    const [, , wide, high] = box.split(' ').map(Number);
    this.size = { wide, high };
    this.element.style.setProperty('--wide', wide);
    this.element.style.setProperty('--high', high);
    for (const group of Object.values(this.groups)) {
      group.setAttribute('transform', `translate(${this.frame.left} ${this.frame.top})`);
    }
  }

  px(value) {
    return value * this.frame.cell;
  }

  // From a point of the window to cells of the board.
  at(event) {
    const box = this.overlay.getBoundingClientRect();
    const scale = this.size.wide / box.width;
    return [
      ((event.clientX - box.left) * scale - this.frame.left) / this.frame.cell,
      ((event.clientY - box.top) * scale - this.frame.top) / this.frame.cell,
    ];
  }

  // ---- places

  build() {
    this.cellShapes = new Map();
    for (const cell of this.game.cells.values()) {
      const shape = this.polygon(cell.shape, { class: 'cell', 'data-cell': cell.name });
      this.cellShapes.set(cell.name, shape);
      this.groups.colours.append(shape);
    }
    for (const place of this.game.places.values()) {
      if (!place.kind) continue;
      const element = this.hit(place);
      this.elements.set(place.id, element);
      this.groups.places.append(element);
    }
    this.overlay.append(...Object.values(this.groups));
  }

  polygon(shape, attributes) {
    const points = shape.map(([x, y]) => `${this.px(x)},${this.px(y)}`).join(' ');
    return s('polygon', { points, ...attributes });
  }

  hit(place) {
    const attributes = {
      class: `place ${place.kind}`,
      'data-place': place.id,
      role: 'button',
      tabindex: -1,
      'aria-label': labelOf(this.game, place),
    };
    if (place.shape) return this.polygon(place.shape, attributes);
    if (place.ends) return s('path', { d: this.line(place, 0.7), ...attributes });
    const [x, y] = place.at;
    return s('circle', { cx: this.px(x), cy: this.px(y), r: this.px(0.22), ...attributes });
  }

  // A line between the ends of a segment; part: of its length, about the middle.
  line(place, part = 1) {
    const [[x0, y0], [x1, y1]] = place.ends;
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    const near = (a, b) => this.px(b + (a - b) * part);
    return `M${near(x0, x)} ${near(y0, y)}L${near(x1, x)} ${near(y1, y)}`;
  }

  // ---- overlays on the picture

  draw() {
    this.drawColours();
    this.drawPending();
    this.drawMarks();
    this.drawPieces();
  }

  // Update the labels of the places that a change affects, or (none given) of all.
  relabel(change) {
    const about = change.length && change.every((step) => step[1]) ? change.map((step) => step[1]) : null;
    for (const id of about ?? this.elements.keys()) {
      for (const place of this.game.places.has(id) ? [this.game.places.get(id)] : this.game.byName.get(id) ?? []) {
        this.elements.get(place.id)?.setAttribute('aria-label', labelOf(this.game, place));
      }
    }
  }

  drawColours() {
    for (const [name, shape] of this.cellShapes) {
      const colour = this.game.mark('colour', name);
      shape.setAttribute('class', colour === undefined ? 'cell' : `cell colour-${colour}`);
    }
  }

  // Values that the picture does not show yet.
  drawPending() {
    const out = [];
    for (const [id, token] of this.game.marks.value) {
      const place = this.game.places.get(id);
      if (this.shown[id] === token || !place.kind || token === place.field.no) continue;
      if (isSegment(place.field)) out.push(s('path', { d: this.line(place), class: 'pending-line' }));
      else if (place.kind === 'cell' && place.field.domain === 'bool') {
        out.push(this.polygon(place.shape, { class: 'pending-cell' }));
      } else out.push(this.text(place.at, token, 0.5, 'pending-text'));
    }
    this.groups.pending.replaceChildren(...out);
  }

  text([x, y], words, size, name) {
    const attributes = { x: this.px(x), y: this.px(y + size * 0.36), class: name };
    return s('text', { ...attributes, 'font-size': this.px(size) }, words);
  }

  drawMarks() {
    const { game } = this;
    const out = [];
    const tried = game.tried;
    for (const place of game.places.values()) {
      if (!place.kind) continue;
      const [x, y] = place.at;
      const value = game.value(place);
      const no = place.fixed === undefined && place.field.no !== null && value === place.field.no;
      // Marks are hidden while a value is in their place.
      if (no || (value === undefined && game.mark('cross', place.id))) out.push(this.cross(place));
      if (value === undefined) {
        const corner = game.mark('corner', place.id) ?? [];
        corner.forEach((token, k) => {
          const spot = [x - 0.36 + 0.24 * (k % 4), y - 0.36 + 0.72 * (Math.floor(k / 4) % 2)];
          out.push(this.text(spot, token, 0.22, 'candidate'));
        });
        const centre = game.mark('centre', place.id) ?? [];
        const size = Math.min(0.26, 1.4 / Math.max(1, centre.join('').length));
        if (centre.length) out.push(this.text([x, y], centre.join(''), size, 'candidate'));
      }
      if (tried.has(place.id)) {
        const spot = { cx: this.px(x + (place.shape ? 0.38 : 0)), cy: this.px(y - (place.shape ? 0.38 : 0)) };
        out.push(s('circle', { ...spot, r: this.px(0.06), class: 'tried' }));
      }
    }
    this.groups.marks.replaceChildren(...out);
  }

  cross(place, name = '') {
    const [x, y] = place.at;
    const [cx, cy] = [this.px(x + this.layers.aside(place)), this.px(y)];
    if (place.kind === 'cell') return s('circle', { cx, cy, r: this.px(0.07), class: `no-dot ${name}` });
    const r = this.px(0.09);
    const d = `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx - r} ${cy + r}L${cx + r} ${cy - r}`;
    return s('path', { d, class: `no-cross ${name}` });
  }

  // Each line and each area in a colour of its own.
  drawPieces() {
    const lines = [];
    const areas = [];
    const { segments, cells } = coloured(this.game, this.options);
    for (const [place, hue] of segments) {
      lines.push(s('path', { d: this.line(place), class: `piece-line hue-${hue % HUES}` }));
    }
    for (const [cell, hue] of cells) {
      areas.push(this.polygon(cell.shape, { class: `piece-area hue-${hue % HUES}` }));
    }
    this.groups.lines.replaceChildren(...lines);
    this.groups.areas.replaceChildren(...areas);
  }

  // Places pointed out, by whoever points: by class, the names of places. values: by id, those that
  // follow; where nothing follows to stand, a cross says so.
  point(source, marked, values = {}) {
    const out = [];
    const nothing = new Set();
    for (const [id, token] of Object.entries(values)) {
      const place = this.game.places.get(id);
      if (!place?.kind || token !== place.field.no) continue;
      nothing.add(place.name);
      out.push(this.cross(place, 'fresh'));
    }
    for (const [name, places] of Object.entries(marked)) {
      for (const place of new Set(places)) {
        const known = this.game.cells.get(place) ?? this.game.byName.get(place)?.[0];
        if (known?.shape) out.unshift(this.polygon(known.shape, { class: `pointed ${name}` }));
        else if (nothing.has(place)) continue;
        else if (known?.ends) out.push(s('path', { d: this.line(known), class: `pointed-line ${name}` }));
        else if (known?.at) {
          const [x, y] = known.at;
          const spot = { cx: this.px(x), cy: this.px(y), r: this.px(0.24) };
          out.push(s('circle', { ...spot, class: `pointed ${name}` }));
        }
      }
    }
    this.pointed[source] = out;
    this.groups.hints.replaceChildren(...Object.values(this.pointed).flat());
  }
}
