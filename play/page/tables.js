// Fields that lie on no board: a table with a list of values for each row.

import { h } from './dom.js';
import { steppedBack } from './keys.js';
import { nameOf } from './layers.js';
import { said } from './speech.js';
import { t } from './texts.js';

export function tables(game) {
  const fields = game.fields.filter((field) => field.places.some((place) => !place.kind));
  if (!fields.length) return null;
  const onkeydown = (event) => steppedBack(game, event);
  return h('div', { class: 'tables', onkeydown }, fields.map((field) => table(game, field)));
}

// The values of a moment, by name, in a table: for what lies on no board.
export function listed(state) {
  const rows = Object.entries(state).map(([name, token]) =>
    h('tr', {}, h('th', { scope: 'row' }, said(name)), h('td', {}, said(token))),
  );
  return h('table', { class: 'moment' }, h('tbody', {}, rows));
}

function table(game, field) {
  const rows = field.places.filter((place) => !place.kind).map((place) => {
    const choices = game.choices(place);
    const select = h(
      'select',
      {
        'aria-label': `${nameOf(field)} ${said(place.name)}`,
        'data-place': place.id,
        disabled: place.fixed !== undefined,
        onchange: (event) => game.change([['value', place.id, event.target.value || undefined]]),
      },
      h('option', { value: '' }, t('open')),
      choices.map((choice) => h('option', { value: choice.token }, said(choice.label))),
    );
    const cell = h('td', {}, select);
    const update = () => {
      select.value = game.value(place) ?? '';
      cell.classList.toggle('tried', game.tried.has(place.id));
    };
    game.addEventListener('change', update);
    update();
    return h('tr', {}, h('th', { scope: 'row' }, said(place.name)), cell);
  });
  return h('table', {}, h('caption', {}, nameOf(field)), h('tbody', {}, rows));
}
