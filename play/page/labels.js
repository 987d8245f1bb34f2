// What a screen reader says about a place: its position, its clue and its value, then the clues around;
// and what it says about the rest of what is drawn.

import { nameOf } from './layers.js';
import { said } from './speech.js';
import { t } from './texts.js';

// The corner of a cell that a point between the cells is, by whether it is before the first row and column.
const CORNERS = [['downright', 'downleft'], ['upright', 'upleft']];

// A place in words. Points that are corners of hexagons keep their name.
function where(game, name) {
  const cell = name.match(/^r(\d+)c(\d+)$/);
  if (cell) return t('at cell', { row: cell[1], column: cell[2] });
  const side = name.match(/^r(\d+)c(\d+)\/(\w+)$/);
  if (side) return t('at border', { row: side[1], column: side[2], side: t(`side ${side[3]}`) });
  const [one, other] = name.split('-');
  if (other) return t('at link', { one: where(game, one), other: where(game, other) });
  const point = name.match(/^p(\d+)q(\d+)$/)?.slice(1).map(Number);
  if (!point || !game.isSquare) return name;
  const [row, column] = point;
  const corner = t(`side ${CORNERS[+(row === 0)][+(column === 0)]}`);
  return t('at corner', { row: Math.max(row, 1), column: Math.max(column, 1), side: corner });
}

function clueAt(game, clue, places) {
  return t('clue at', { clue: said(clue), place: places.map((place) => where(game, place)).join('; ') });
}

// The clues that a place may be about: at places near it, and in its row, column or group.
function around(game, { name }) {
  const { clues, near, around } = game.description;
  const beside = (near[name] ?? []).flatMap((place) => clues[place].map((clue) => clueAt(game, clue, [place])));
  const atSide = (clue) => clue.replace(/\((top|bottom|left|right)\)$/, (_, side) => `(${t(`side ${side}`)})`);
  return [...beside, ...(around[name] ?? []).map((clue) => atSide(said(clue)))];
}

// What is drawn and said at no place: clues beside which nothing is entered, and shapes.
export function apart(game) {
  const { clues, apart, shapes } = game.description;
  const places = new Map();
  for (const place of apart) {
    for (const clue of clues[place]) places.set(clue, [...(places.get(clue) ?? []), place]);
  }
  const row = (what, k) => t('shape row', { row: k + 1, what: what || t('nothing') });
  const shape = ({ name, pictures }) =>
    pictures.map((rows) => t('shape', { name: said(name), rows: rows.map(row).join('; ') }));
  return [...[...places].map(([clue, at]) => clueAt(game, clue, at)), ...shapes.flatMap(shape)];
}

export function labelOf(game, place) {
  const parts = [where(game, place.name)];
  const clues = game.description.clues[place.name];
  if (clues) parts.push(...clues.map(said));
  const value = game.value(place);
  if (value === undefined) parts.push(t('open'));
  else {
    const choice = place.field.choices.find((one) => one.token === value);
    const label = choice?.label ?? value; // of a list there is no single choice
    const named = ['yes', 'no', 'nothing'].includes(label) ? t(label) : said(label);
    parts.push(`${nameOf(place.field)} ${named}`);
  }
  if (place.fixed !== undefined) parts.push(t('printed'));
  const corner = game.mark('corner', place.id);
  const centre = game.mark('centre', place.id);
  if (value === undefined && (corner || centre)) {
    parts.push(t('candidates', { values: [...(corner ?? []), ...(centre ?? [])].join(' ') }));
  }
  if (value === undefined && game.mark('cross', place.id)) parts.push(t('crossed'));
  const colour = game.mark('colour', place.name);
  if (colour !== undefined) parts.push(t(`colour ${colour}`));
  return [...parts, ...around(game, place)].join(', ');
}
