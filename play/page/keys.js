// The board by keyboard alone: arrows move, keys put values, letters of their own do the rest.

import { cycles, erased, next, no, put, typed, typedOn } from './edits.js';

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const PAUSE = 900;

// The nearest place in a direction; straight ahead counts for more than aside.
export function beyond(places, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    if (place === from) continue;
    const [x, y] = [place.at[0] - from.at[0], place.at[1] - from.at[1]];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = along + 2.5 * aside;
    if (along > 0.1 && aside < 2 * along && cost < least) [best, least] = [place, cost];
  }
  return best;
}

// Undo or redo with Ctrl+Z or Ctrl+Y; whether the key is one of these.
export function steppedBack(game, event) {
  if (!(event.ctrlKey || event.metaKey) || !/^[zy]$/i.test(event.key)) return false;
  // With caps lock the letter is a capital without shift.
  if (/z/i.test(event.key) && !event.shiftKey) game.undo();
  else game.redo();
  event.preventDefault();
  return true;
}

export class Keys {
  constructor(board, tools) {
    Object.assign(this, { board, tools, game: board.game });
    this.text = '';
    this.time = 0;
    this.typedIn = null;
    board.overlay.addEventListener('keydown', (event) => this.press(event));
    board.overlay.addEventListener('focusin', (event) => this.focused(event));
  }

  focused(event) {
    const place = this.game.places.get(event.target.dataset?.place);
    if (place && place !== this.tools.place) this.tools.focus(place, { quiet: true });
  }

  press(event) {
    const { tools, game } = this;
    const place = tools.place;
    if (!place || steppedBack(game, event)) return;
    const key = event.key;
    if (WAYS[key]) this.walk(place, WAYS[key], event.shiftKey);
    else if (key === 'PageDown' || key === 'PageUp') this.step(place, key === 'PageDown' ? 1 : -1);
    else if (key === 'Backspace' || key === 'Delete') {
      game.change(tools.selected.flatMap((one) => erased(game, one)));
    } else if (key === ' ' || key === 'Enter') this.activate(place, event.shiftKey);
    else if (key === 'Escape') tools.select([place]);
    else if (key.length === 1 && !event.altKey && !event.metaKey) this.type(event);
    else return;
    event.preventDefault();
  }

  walk(place, way, add) {
    const to = beyond(this.tools.reachable, place, way);
    if (to) this.tools.focus(to, { add, move: true });
  }

  step(place, by) {
    const all = this.tools.reachable;
    const to = all[(all.indexOf(place) + by + all.length) % all.length];
    this.tools.focus(to, { move: true });
  }

  activate(place, back) {
    const { game, tools } = this;
    if (tools.mode === 'colour') tools.paint([place]);
    else if (tools.mode === 'no') game.change(tools.selected.map((one) => no(game, one)));
    else if (cycles(place.field) || (place.field.choices.length <= 9 && place.field.domain !== 'list')) {
      game.change([['value', place.id, next(game, place, back)]]);
    }
  }

  type(event) {
    const { game, tools } = this;
    const digit = event.code?.startsWith('Digit') ? event.code.slice(5) : null;
    let mode = tools.mode;
    let text = event.key;
    // Shift with a digit may also be the sign of a value: on many keyboards, ^ is Shift with 6.
    const isSign = tools.selected.some((one) => typed(game, one, text) !== null);
    if (digit && event.shiftKey && !isSign) [mode, text] = ['corner', digit];
    if (digit && event.ctrlKey) [mode, text] = ['centre', digit];
    if (mode === 'colour' && /^[0-9]$/.test(text)) {
      tools.paint(tools.selected, Number(text));
      return;
    }
    const now = performance.now();
    const goesOn = now - this.time < PAUSE && this.typedIn === tools.selected;
    this.text = goesOn ? this.text + text : text;
    this.time = now;
    this.typedIn = tools.selected;
    const words = [this.text, text];
    for (const word of words) {
      const fits = tools.selected.filter((one) => typed(game, one, word) !== null);
      if (!fits.length) continue;
      const many = mode === 'corner' || mode === 'centre' ? mode : 'value';
      const again = word !== text && many === 'value'; // a second digit of a number
      game.change(
        fits.map((one) => {
          const token = typed(game, one, word);
          return again ? typedOn(game, one, token) : put(game, one, token, many);
        }),
      );
      if (word === text) this.text = text;
      return;
    }
    if (text === 'x' || text === 'X' || text === '-') {
      game.change(tools.selected.map((one) => no(game, one)));
    }
  }
}
