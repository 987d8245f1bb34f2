// What a screen reader says about a place: its position, its clue and its value, then the clues around.

import { nameOf } from './layers.js';
import { said } from './speech.js';
import { t } from './texts.js';

function where(name, kind) {
  const cell = name.match(/^r(\d+)c(\d+)$/);
  if (cell) return t('at cell', { row: cell[1], column: cell[2] });
  const part = name.match(/^r(\d+)c(\d+)\/(\w+)$/);
  if (part) {
    const side = t(`side ${part[3]}`);
    return t(`at ${kind}`, { row: part[1], column: part[2], side });
  }
  return name;
}

// The clues that a place may be about: at the cells beside it, and in its row, column or group.
function around(game, place) {
  const { clues, around } = game.description;
  const beside = (place.beside ?? []).flatMap((cell) =>
    (clues[cell] ?? []).map((clue) => t('clue at', { clue: said(clue), place: where(cell) })),
  );
  const atSide = (clue) => clue.replace(/\((top|bottom|left|right)\)$/, (_, side) => `(${t(`side ${side}`)})`);
  return [...beside, ...(around[place.name] ?? []).map((clue) => atSide(said(clue)))];
}

export function labelOf(game, place) {
  const parts = [where(place.name, place.kind)];
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
