// Parts of a puzzle that stand on no board, as rows of fields: lines through cells, forms of pieces,
// single values. A line is drawn by clicks on the board while it is chosen.

import { h } from './dom.js';
import { t } from './texts.js';

const NAMES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

// changed(name, rows, anew): rows are other than before; anew: the board may be another one.
export class Parts {
  constructor(parts, board, changed) {
    Object.assign(this, { parts, board, changed, chosen: null });
    this.element = h('div', { class: 'parts' });
    this.show();
  }

  show() {
    this.element.replaceChildren(...this.parts.map((part) => this[part.kind](part)));
  }

  send(part, anew = false) {
    const rows = part.kind === 'path' ? part.rows.filter((row) => row.values.length) : part.rows;
    if (rows.length) this.changed(part.name, rows, anew);
  }

  // Show the rows again; the field that was used keeps the focus.
  again(selector) {
    this.show();
    if (selector) this.element.querySelector(selector)?.focus();
  }

  button(key, label, act, attributes = {}) {
    return h('button', { type: 'button', 'data-part': key, 'aria-label': label, title: label, onclick: act, ...attributes }, t(`part ${key}`));
  }

  group(part, ...children) {
    return h('fieldset', { class: `part ${part.kind}` }, h('legend', {}, part.name.replaceAll('_', ' ')), ...children);
  }

  added(part, values) {
    const taken = new Set(part.rows.map((row) => row.name));
    const lower = part.rows.some((row) => /^[a-z]$/.test(row.name));
    const names = part.rows.every((row) => /^\d+$/.test(row.name))
      ? [String(part.rows.length + 1)]
      : [...(lower ? NAMES.toLowerCase() : NAMES)];
    const name = names.find((one) => !taken.has(one)) ?? `x${part.rows.length + 1}`;
    part.rows.push({ name, values });
    return part.rows.length - 1;
  }

  remove(part, k) {
    part.rows.splice(k, 1);
    this.chosen = null;
    this.send(part);
    this.again();
  }

  // ---- single values

  value(part) {
    const id = `part-${part.name}`;
    const act = (event) => {
      part.rows = [event.target.value.trim()];
      if (part.rows[0]) this.send(part, true);
    };
    const field = h('input', { type: 'text', id, value: part.rows[0], 'data-part': part.name, onchange: act });
    return h('p', { class: 'part value' }, h('label', { for: id }, part.name.replaceAll('_', ' ')), ' ', field);
  }

  // ---- lines through cells

  path(part) {
    const rows = part.rows.map((row, k) => {
      const key = `${part.name} ${k}`;
      const active = this.chosen?.key === key;
      const choose = () => {
        this.chosen = active ? null : { key, part, row };
        this.again(`[data-row="${key}"]`);
      };
      const chips = row.values.map((cell, place) =>
        h('button', {
          type: 'button',
          class: 'chip',
          'aria-label': t('part drop', { what: cell }),
          onclick: () => {
            row.values.splice(place, 1);
            this.send(part);
            this.again(`[data-row="${key}"]`);
          },
        }, cell),
      );
      return h('div', { class: 'row' },
        this.button('line', t('part choose', { what: row.name }), choose, { 'data-row': key, 'aria-pressed': String(active) }),
        h('span', { class: 'row-name' }, row.name),
        chips,
        this.button('remove', t('part drop', { what: row.name }), () => this.remove(part, k)),
      );
    });
    const add = () => {
      const k = this.added(part, []);
      const key = `${part.name} ${k}`;
      this.chosen = { key, part, row: part.rows[k] };
      this.again(`[data-row="${key}"]`);
    };
    return this.group(part, rows, h('p', {}, this.button('add', t('part add'), add), ' ', h('small', {}, t('part how'))));
  }

  // A cell of the board, for the line that is chosen; whether there is one.
  take(cell) {
    if (!this.chosen || !cell) return Boolean(this.chosen);
    const { part, row, key } = this.chosen;
    if (row.values.at(-1) === cell) return true;
    row.values = row.values.includes(cell) ? row.values.slice(0, row.values.indexOf(cell) + 1) : [...row.values, cell];
    this.send(part);
    this.again(`[data-row="${key}"]`);
    return true;
  }

  // ---- forms of pieces

  form(part) {
    const rows = part.rows.map((row, k) =>
      h('div', { class: 'row form' },
        h('span', { class: 'row-name' }, row.name),
        row.values.map((form, number) => this.grid(part, row, form, `${part.name} ${k} ${number}`)),
        this.sized(part, row, `${part.name} ${k}`),
        this.button('remove', t('part drop', { what: row.name }), () => this.remove(part, k), { disabled: part.rows.length < 2 }),
      ),
    );
    const filled = part.tokens.at(-1);
    const add = () => {
      const like = part.rows.at(-1)?.values ?? [[]];
      this.added(part, like.map(() => [[filled]]));
      this.send(part);
      this.again();
    };
    return this.group(part, rows, h('p', {}, this.button('add', t('part add'), add)));
  }

  grid(part, row, form, key) {
    const cell = (y, x) => {
      const token = form[y][x];
      const next = part.tokens[(part.tokens.indexOf(token) + 1) % part.tokens.length];
      const spot = `${key} ${y} ${x}`;
      return h('button', {
        type: 'button',
        class: `form-cell ${token === part.tokens[0] ? '' : 'filled'}`,
        'data-row': spot,
        'aria-label': `${t('at cell', { row: y + 1, column: x + 1 })}: ${token}`,
        onclick: () => {
          form[y][x] = next;
          this.send(part);
          this.again(`[data-row="${spot}"]`);
        },
      }, part.tokens.length > 2 ? token : '');
    };
    return h('div', { class: 'form-grid' },
      form.map((line, y) => h('div', { class: 'form-line' }, line.map((_, x) => cell(y, x)))),
    );
  }

  // Rows and columns more or fewer, of all forms of a row at once.
  sized(part, row, key) {
    const empty = part.tokens[0];
    const change = (name, act) => {
      const run = () => {
        row.values.forEach(act);
        this.send(part);
        this.again(`[data-row="${key} ${name}"]`);
      };
      const [first] = row.values;
      const least = (name === 'fewer rows' && first.length < 2) || (name === 'fewer columns' && first[0].length < 2);
      return this.button(name, t(`part ${name}`), run, { 'data-row': `${key} ${name}`, disabled: least });
    };
    return h('span', { class: 'row' },
      change('more rows', (form) => form.push(form[0].map(() => empty))),
      change('fewer rows', (form) => form.pop()),
      change('more columns', (form) => form.forEach((line) => line.push(empty))),
      change('fewer columns', (form) => form.forEach((line) => line.pop())),
    );
  }
}
