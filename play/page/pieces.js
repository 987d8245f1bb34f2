// Lines that hang together, and areas that walls or shading divide, numbered for colours.

import { isSegment } from './edits.js';

function find(root, id) {
  while (root.get(id) !== id) {
    root.set(id, root.get(root.get(id)));
    id = root.get(id);
  }
  return id;
}

function numbered() {
  const root = new Map();
  const join = (a, b) => {
    for (const id of [a, b]) if (!root.has(id)) root.set(id, id);
    root.set(find(root, a), find(root, b));
  };
  const numbers = new Map();
  const number = (id) => {
    const top = root.has(id) ? find(root, id) : id;
    if (!numbers.has(top)) numbers.set(top, numbers.size);
    return numbers.get(top);
  };
  return { join, number };
}

function drawn(game, place) {
  const value = game.value(place);
  return value !== undefined && value !== place.field.no;
}

export function coloured(game, { lines, areas }) {
  const out = { segments: [], cells: [] };
  const fields = game.fields.filter(isSegment);
  if (lines) {
    const pieces = numbered();
    const shown = fields.flatMap((field) => field.places).filter((place) => drawn(game, place));
    for (const place of shown) pieces.join(String(place.ends[0]), String(place.ends[1]));
    out.segments = shown.map((place) => [place, pieces.number(String(place.ends[0]))]);
  }
  if (areas) {
    const pieces = numbered();
    const walls = new Set(
      fields
        .filter((field) => field.kind === 'border')
        .flatMap((field) => field.places)
        .filter((place) => drawn(game, place))
        .map((place) => [...place.beside].sort().join(' ')),
    );
    const layer = game.fields.find((field) => field.kind === 'cell');
    const values = new Map((layer?.places ?? []).map((place) => [place.name, game.value(place)]));
    for (const [a, b] of neighbours(game.cells)) {
      const same = layer === undefined || values.get(a) === values.get(b);
      if (same && !walls.has([a, b].sort().join(' '))) pieces.join(a, b);
    }
    for (const [name, cell] of game.cells) {
      if (layer && values.get(name) === undefined) continue;
      out.cells.push([cell, pieces.number(name)]);
    }
  }
  return out;
}

// Cells that share a side: two corners of their shapes are the same.
function neighbours(cells) {
  const sides = new Map();
  const pairs = [];
  for (const { name, shape } of cells.values()) {
    shape.forEach((corner, k) => {
      const key = [String(corner), String(shape[(k + 1) % shape.length])].sort().join(' ');
      if (sides.has(key)) pairs.push([sides.get(key), name]);
      else sides.set(key, name);
    });
  }
  return pairs;
}
