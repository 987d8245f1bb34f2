// Clicks and drags of mouse, pen and finger on the board.

import { cycles, isSegment, next, no, pointsToCells } from './edits.js';

const NEAR_SEGMENT = 0.3;
const NEAR_CORNER = 0.3;
const NEAR_MIDDLE = 0.24; // of a link, where cells have values too
const STEP = 0.2;

function distance([ax, ay], [bx, by]) {
  return Math.hypot(ax - bx, ay - by);
}

function toSegment(point, [[x0, y0], [x1, y1]]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = ((point[0] - x0) * dx + (point[1] - y0) * dy) / (dx * dx + dy * dy);
  const part = Math.max(0.12, Math.min(0.88, along));
  return distance(point, [x0 + part * dx, y0 + part * dy]);
}

function inside(point, shape) {
  let within = false;
  shape.forEach(([x0, y0], k) => {
    const [x1, y1] = shape[(k + 1) % shape.length];
    const crosses = y0 > point[1] !== y1 > point[1];
    if (crosses && point[0] < ((x1 - x0) * (point[1] - y0)) / (y1 - y0) + x0) within = !within;
  });
  return within;
}

export class Pointer {
  constructor(board, tools) {
    Object.assign(this, { board, tools, game: board.game });
    this.segments = this.game.fields.filter(isSegment).flatMap((field) => field.places);
    this.nodes = new Map();
    this.joins = new Map();
    for (const place of this.segments) {
      const [a, b] = place.ends.map(String);
      place.ends.forEach((end) => this.nodes.set(String(end), end));
      this.joins.set(`${a} ${b}`, place);
      this.joins.set(`${b} ${a}`, place);
    }
    this.shares = this.game.fields.some((field) => field.kind === 'cell' && field.places.length > 0);
    const { overlay } = board;
    overlay.addEventListener('pointerdown', (event) => this.down(event));
    overlay.addEventListener('pointermove', (event) => this.move(event));
    overlay.addEventListener('pointerup', (event) => this.up(event));
    overlay.addEventListener('pointercancel', () => (this.stroke = null));
    overlay.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  // ---- places near a point

  cellAt(point) {
    return [...this.game.cells.values()].find((cell) => inside(point, cell.shape));
  }

  // The cell whose inner part a point is in, so that a stroke may go from corner to corner.
  inner(point) {
    const cell = this.cellAt(point);
    return cell && distance(point, cell.at) < 0.36 ? cell.name : undefined;
  }

  // The place that a click means. Thin places come before the cells that they lie on.
  placeAt(point) {
    let best = null;
    let least = NEAR_SEGMENT;
    for (const place of this.segments) {
      const away = toSegment(point, place.ends);
      const near = place.kind === 'border' || !this.shares || distance(point, place.at) < NEAR_MIDDLE;
      if (near && away < least) [best, least] = [place, away];
    }
    for (const place of this.game.places.values()) {
      if (place.kind !== 'corner') continue;
      const away = distance(point, place.at);
      if (away < NEAR_CORNER && away < least + 0.05) [best, least] = [place, away];
    }
    best ??= [...this.game.places.values()].find((place) => place.shape && inside(point, place.shape));
    return best ? this.board.layers.meant(best) : null;
  }

  nodeAt(point) {
    let best = null;
    let least = 0.5;
    for (const [name, node] of this.nodes) {
      const away = distance(point, node);
      if (away < least) [best, least] = [name, away];
    }
    return best;
  }

  // ---- strokes

  down(event) {
    if (event.button > 2) return;
    const point = this.board.at(event);
    const no = event.button === 2;
    this.board.overlay.setPointerCapture?.(event.pointerId);
    const mode = this.tools.mode;
    if (this.tools.parts?.take(this.cellAt(point)?.name)) {
      this.stroke = { kind: 'part', last: point, start: point };
      return;
    }
    this.stroke = { start: point, last: point, node: this.nodeAt(point), no, moved: false, done: new Set() };
    if (mode === 'colour') {
      this.stroke.kind = 'colour';
      this.paint(point, event);
      return;
    }
    const place = this.placeAt(point);
    this.stroke.place = place;
    const cell = place && place.kind !== 'corner' && !isSegment(place.field);
    // From a cell at which lines may begin, a drag draws a line and only a click fills it.
    const waits = cell && this.joins.size > 0 && this.nodes.has(String(place.at));
    this.stroke.kind = cell && !waits ? 'cells' : 'line';
    if (cell && !waits) this.begin(place, event);
  }

  // The first cell of a stroke decides what the others get.
  begin(place, event) {
    const { game, stroke, tools } = this;
    tools.focus(place, { add: event.shiftKey || event.ctrlKey || event.metaKey });
    stroke.set = undefined;
    stroke.selects = true;
    if (tools.mode === 'no' || stroke.no) {
      stroke.set = no(game, place);
      stroke.selects = false;
    } else if (tools.mode === 'value' && pointsToCells(game, place.field)) {
      stroke.kind = 'target';
      stroke.selects = false;
    } else if (tools.mode === 'value' && cycles(place.field)) {
      stroke.set = ['value', place.id, next(game, place)];
      stroke.selects = false;
    }
    if (stroke.set) {
      stroke.done.add(place.id);
      game.change([stroke.set], stroke);
    }
  }

  move(event) {
    const { stroke } = this;
    if (!stroke) return;
    for (const one of event.getCoalescedEvents?.() ?? [event]) this.through(this.board.at(one), event);
  }

  // All points on the way, so that a quick stroke leaves nothing out.
  through(to, event) {
    const { stroke } = this;
    const from = stroke.last;
    const steps = Math.max(1, Math.ceil(distance(from, to) / STEP));
    for (let k = 1; k <= steps; k += 1) {
      const part = k / steps;
      this.visit([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part], event);
    }
    stroke.last = to;
    if (distance(stroke.start, to) > 0.25) stroke.moved = true;
  }

  visit(point, event) {
    const { stroke } = this;
    if (stroke.kind === 'part') this.tools.parts.take(this.inner(point));
    else if (stroke.kind === 'colour') this.paint(point, event);
    else if (stroke.kind === 'line') this.follow(point);
    else if (stroke.kind === 'cells') this.sweep(point);
  }

  sweep(point) {
    const { game, stroke, tools } = this;
    const place = this.placeAt(point);
    if (!place || place.field !== stroke.place.field || stroke.done.has(place.id)) return;
    if (stroke.selects) {
      if (place !== stroke.place || stroke.done.size) {
        stroke.done.add(place.id);
        tools.focus(place, { add: true });
      }
    } else if (stroke.set && game.choices(place).some((c) => c.token === stroke.set[2] || !stroke.set[2])) {
      stroke.done.add(place.id);
      game.change([[stroke.set[0], place.id, stroke.set[2]]], stroke);
    }
  }

  // A line from node to node; the first piece decides whether it is drawn or taken away.
  follow(point) {
    const { game, stroke, tools } = this;
    const node = this.nodeAt(point);
    if (!node || node === stroke.node) return;
    const join = stroke.node && this.joins.get(`${stroke.node} ${node}`);
    stroke.node = node;
    if (!join) return;
    const place = this.board.layers.meant(join);
    if (stroke.done.has(place.id)) return;
    stroke.done.add(place.id);
    stroke.moved = true;
    if (stroke.after === undefined) {
      const says = stroke.no || tools.mode === 'no';
      const yes = place.field.choices.find((c) => c.token !== place.field.no).token;
      const value = game.value(place);
      const now = value === undefined || value === place.field.no ? yes : next(game, place);
      stroke.after = says ? no(game, place) : ['value', place.id, now === place.field.no ? undefined : now];
    }
    game.change([[stroke.after[0], place.id, stroke.after[2]]], stroke);
  }

  paint(point, event) {
    const { game, stroke, tools } = this;
    const cell = this.cellAt(point);
    if (!cell || stroke.done.has(cell.name)) return;
    stroke.done.add(cell.name);
    const same = game.mark('colour', cell.name) === tools.colour;
    stroke.colour ??= stroke.no || event.button === 2 || same ? 'none' : tools.colour;
    game.change([['colour', cell.name, stroke.colour === 'none' ? undefined : stroke.colour]], stroke);
  }

  up(event) {
    const { game, stroke, tools } = this;
    this.stroke = null;
    if (!stroke?.place) return;
    if (stroke.kind === 'target') this.aim(stroke);
    if (stroke.kind !== 'line' || stroke.moved) return;
    if (!isSegment(stroke.place.field) && stroke.place.kind === 'cell') {
      this.stroke = stroke;
      this.begin(stroke.place, event);
      this.stroke = null;
      return;
    }
    tools.focus(stroke.place, {});
    const wantsNo = stroke.no || tools.mode === 'no';
    game.change([wantsNo ? no(game, stroke.place) : ['value', stroke.place.id, next(game, stroke.place)]]);
  }

  // A value that is a cell: the one at which the stroke ends.
  aim(stroke) {
    const cell = this.cellAt(stroke.last);
    const allowed = this.game.choices(stroke.place).some((choice) => choice.token === cell?.name);
    const before = this.game.value(stroke.place);
    if (!allowed) return;
    const token = !stroke.moved && before === cell.name ? undefined : cell.name;
    this.game.change([['value', stroke.place.id, token]]);
  }
}
