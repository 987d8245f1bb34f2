// What a click, a key or a drag does at a place: one editor for each kind of domain.

const FEW = 4;

// Whether clicks go through the choices one after another; else a place is chosen, then its value.
export function cycles(field) {
  if (field.domain === 'bool') return true;
  if (field.domain === 'list') return false;
  const tokens = field.choices.filter((choice) => choice.token !== field.no);
  return field.kind === 'link' || (field.domain !== 'int' && tokens.length < FEW) || tokens.length < 3;
}

export function isSegment(field) {
  return field.kind === 'border' || field.kind === 'link';
}

// Whether values are cells of the board, so that they can be shown by dragging.
export function pointsToCells(game, field) {
  return (
    field.kind === 'cell' &&
    field.domain === 'places' &&
    field.choices.every((choice) => game.cells.has(choice.token))
  );
}

// The order in which clicks go: nothing, the values, "no".
function order(game, place) {
  const tokens = game.choices(place).map((choice) => choice.token);
  const values = tokens.filter((token) => token !== place.field.no);
  return [undefined, ...values, ...(place.field.no === null ? [] : [place.field.no])];
}

export function next(game, place, back = false) {
  const ring = order(game, place);
  const at = ring.indexOf(game.value(place));
  return ring[(at + (back ? ring.length - 1 : 1)) % ring.length];
}

// The mark that says no: the value for nothing where there is one, else a cross.
export function no(game, place) {
  const { field } = place;
  if (field.no !== null) {
    return ['value', place.id, game.value(place) === field.no ? undefined : field.no];
  }
  return ['cross', place.id, game.mark('cross', place.id) ? undefined : true];
}

// A token put at a place: as its value, or among its candidates.
export function put(game, place, token, mode) {
  if (mode === 'corner' || mode === 'centre') {
    const had = game.mark(mode, place.id) ?? [];
    const now = had.includes(token) ? had.filter((one) => one !== token) : [...had, token];
    const sorted = place.field.choices.map((c) => c.token).filter((one) => now.includes(one));
    return [mode, place.id, sorted.length ? sorted : undefined];
  }
  if (place.field.domain === 'list') return ['value', place.id, [...listed(game, place), token].join(',')];
  return ['value', place.id, game.value(place) === token ? undefined : token];
}

// The values of a list at a place.
function listed(game, place) {
  return game.value(place)?.split(',') ?? [];
}

// A token that is typed on: the number that was begun is a longer one.
export function typedOn(game, place, token) {
  const before = place.field.domain === 'list' ? listed(game, place).slice(0, -1) : [];
  return ['value', place.id, [...before, token].join(',')];
}

// All that a player put at a place, taken away; of a list its last value.
export function erased(game, place) {
  if (place.field.domain === 'list') {
    return [['value', place.id, listed(game, place).slice(0, -1).join(',') || undefined]];
  }
  return ['value', 'corner', 'centre', 'cross'].map((kind) => [kind, place.id, undefined]);
}

// The choice that a typed text means; null where more keys may follow or nothing fits.
export function typed(game, place, text) {
  const wanted = text.toLowerCase();
  const named = game.choices(place);
  const exact = named.find((c) => c.token.toLowerCase() === wanted || c.label.toLowerCase() === wanted);
  return exact?.token ?? null;
}
