// The state of a game: values and marks at places, undo and redo without end, and trying out.
//
// Everything a player does is a change: a list of [kind, place, before, after]. Kinds: "value" (a
// token), "corner" and "centre" (lists of tokens), "colour" (a number), "cross" (true); "trials" (of no
// place), for each trial that is going on the number of changes before it.

export const KINDS = ['value', 'corner', 'centre', 'colour', 'cross'];
const TRIALS = 'trials';

// Whether two values of a mark are the same; null and undefined are none.
function same(one, other) {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

// Whether something is a history: changes, each a list of steps.
function isHistory(changes) {
  const areTrials = ([kind, , before, after]) => kind === TRIALS && Array.isArray(before) && Array.isArray(after);
  const isStep = (step) => Array.isArray(step) && (KINDS.includes(step[0]) || areTrials(step));
  return Array.isArray(changes) && changes.every((change) => Array.isArray(change) && change.every(isStep));
}

export class Game extends EventTarget {
  constructor(description) {
    super();
    this.description = description;
    this.fields = description.fields;
    this.places = new Map();
    this.byName = new Map();
    for (const field of this.fields) {
      for (const place of field.places) {
        place.field = field;
        this.places.set(place.id, place);
        if (!this.byName.has(place.name)) this.byName.set(place.name, []);
        this.byName.get(place.name).push(place);
      }
    }
    this.cells = new Map(description.cells.map((cell) => [cell.name, cell]));
    // Whether all that there is stands in the tables of what is found.
    this.isListed = description.isListed;
    this.isSquare = description.cells.every((cell) => cell.shape.length === 4);
    this.clear();
  }

  clear() {
    this.marks = Object.fromEntries(KINDS.map((kind) => [kind, new Map()]));
    this.history = [];
    this.at = 0;
    this.trials = [];
    this.stroke = null; // that made the last change, if one did
    this.version = 0;
    this.solved = false;
  }

  // ---- reading

  value(place) {
    return place.fixed ?? this.marks.value.get(place.id);
  }

  mark(kind, id) {
    return this.marks[kind].get(id);
  }

  get state() {
    return Object.fromEntries(this.marks.value);
  }

  choices(place) {
    const own = place.tokens;
    return own ? place.field.choices.filter((c) => own.includes(c.token)) : place.field.choices;
  }

  // ---- changing

  // steps: [kind, place id, new value] each; what changes nothing is left out. stroke: of the pointer;
  // all that one stroke changes is undone at once.
  change(steps, stroke = null) {
    const change = [];
    for (const [kind, id, after] of steps) {
      const place = this.places.get(id);
      if (kind === 'value' && (!place || place.fixed !== undefined)) continue;
      const before = (kind === TRIALS ? this.trials : this.marks[kind].get(id)) ?? null;
      if (same(before, after)) continue;
      change.push([kind, id, before, after ?? null]);
    }
    if (!change.length) return;
    this.history.length = this.at;
    if (stroke && stroke === this.stroke) this.history.at(-1).push(...change);
    else this.history.push(change);
    this.at = this.history.length;
    this.stroke = stroke;
    this.apply(change, 3);
    this.changed(change);
  }

  apply(change, side) {
    const ordered = side === 3 ? change : [...change].reverse();
    for (const step of ordered) {
      if (step[0] === TRIALS) this.trials = step[side];
      else if (step[side] === null) this.marks[step[0]].delete(step[1]);
      else this.marks[step[0]].set(step[1], step[side]);
    }
  }

  undo() {
    if (!this.at) return;
    this.at -= 1;
    this.stroke = null;
    const change = this.history[this.at];
    this.apply(change, 2);
    this.trials = this.trials.filter((start) => start <= this.at);
    this.changed(change);
  }

  redo() {
    if (this.at >= this.history.length) return;
    this.stroke = null;
    const change = this.history[this.at];
    this.at += 1;
    this.apply(change, 3);
    this.changed(change);
  }

  changed(change) {
    this.version += 1;
    const values = change.some((step) => step[0] === 'value');
    this.dispatchEvent(new CustomEvent('change', { detail: { change, values } }));
  }

  // ---- trying something out

  beginTrial() {
    this.trials = [...this.trials, this.at];
    this.stroke = null;
    this.changed([]);
  }

  keepTrial() {
    this.trials = this.trials.slice(0, -1);
    this.changed([]);
  }

  // Everything since the trial began is taken back, in one change that can be undone, with the trial.
  dropTrial() {
    const start = this.trials.at(-1);
    if (start === undefined) return;
    const steps = this.before(start);
    if (steps.length) this.change([...steps, [TRIALS, null, this.trials.slice(0, -1)]]);
    else this.keepTrial();
  }

  // The places that are not as they were when the last trial began.
  get tried() {
    const start = this.trials.at(-1);
    if (start === undefined) return new Set();
    const differing = this.before(start).filter(([kind, id, before]) => !same(before, this.marks[kind].get(id)));
    return new Set(differing.map(([, id]) => id));
  }

  // What was at the places that were changed since a moment of the history, as steps back.
  before(start) {
    const first = new Map();
    for (const change of this.history.slice(start, this.at)) {
      for (const [kind, id, before] of change.filter(([kind]) => kind !== TRIALS)) {
        const key = `${kind} ${id}`;
        if (!first.has(key)) first.set(key, [kind, id, before]);
      }
    }
    return [...first.values()];
  }

  // An empty board and no trial; one change, which can be undone.
  beginAgain() {
    const steps = Object.entries(this.marks).flatMap(([kind, all]) => [...all.keys()].map((id) => [kind, id, undefined]));
    this.change([...steps, [TRIALS, null, []]]);
    this.changed([]);
  }

  // ---- keeping

  kept() {
    return {
      marks: Object.fromEntries(KINDS.map((kind) => [kind, [...this.marks[kind]]])),
      history: this.history,
      at: this.at,
      trials: this.trials,
      solved: this.solved,
    };
  }

  restore(kept) {
    this.clear();
    for (const kind of KINDS) {
      for (const [id, value] of kept.marks?.[kind] ?? []) {
        if (kind !== 'value' || this.places.has(id)) this.marks[kind].set(id, value);
      }
    }
    this.history = isHistory(kept.history) ? kept.history : [];
    this.at = Math.min(kept.at ?? 0, this.history.length);
    this.trials = kept.trials ?? [];
    this.solved = Boolean(kept.solved);
    this.changed([['value']]);
  }

  // What a file or a link holds: with all undo steps where there are none here, else as `take` does.
  receive(kept) {
    const whole = isHistory(kept.history) && kept.history.length > 0;
    if (whole && !this.history.length) this.restore(kept);
    else this.take(kept);
  }

  // The state of another tab: one change, which can be undone.
  take(kept) {
    const steps = [];
    for (const kind of KINDS) {
      const theirs = new Map(kept.marks?.[kind] ?? []);
      for (const id of this.marks[kind].keys()) if (!theirs.has(id)) steps.push([kind, id, null]);
      for (const [id, value] of theirs) steps.push([kind, id, value]);
    }
    this.change(steps);
  }
}
