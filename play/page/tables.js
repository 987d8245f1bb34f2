// Fields that lie on no board: a table with a list of values for each row.

import { h } from './dom.js';
import { nameOf } from './layers.js';
import { said } from './speech.js';
import { t } from './texts.js';

export function tables(game) {
  const fields = game.fields.filter((field) => field.places.some((place) => !place.kind));
  return fields.length ? h('div', { class: 'tables' }, fields.map((field) => table(game, field))) : null;
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
    const update = () => {
      select.value = game.value(place) ?? '';
    };
    game.addEventListener('change', update);
    update();
    return h('tr', {}, h('th', { scope: 'row' }, said(place.name)), h('td', {}, select));
  });
  return h('table', {}, h('caption', {}, nameOf(field)), h('tbody', {}, rows));
}
