// A text with line numbers, its mistakes beside it.

import { h } from './dom.js';
import { t } from './texts.js';

export class Editor {
  constructor(name, text, changed) {
    this.name = name;
    this.area = h('textarea', {
      id: `text-${name}`,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      wrap: 'off',
      rows: name === 'spec' ? 20 : 12,
    });
    this.numbers = h('pre', { class: 'numbers', 'aria-hidden': 'true' });
    this.list = h('ul', { class: 'diagnostics', 'aria-live': 'polite' });
    this.area.addEventListener('input', () => {
      this.count();
      changed();
    });
    this.area.addEventListener('scroll', () => (this.numbers.scrollTop = this.area.scrollTop));
    this.area.addEventListener('keydown', (event) => this.indent(event));
    this.changed = changed;
    this.element = h(
      'div',
      { class: `editor ${name}` },
      h('label', { for: `text-${name}` }, t(`text ${name}`)),
      h('div', { class: 'paper' }, this.numbers, this.area),
      this.list,
    );
    this.text = text;
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    if (this.area.value !== text) this.area.value = text;
    this.marked = new Set();
    this.count();
  }

  count() {
    const lines = this.area.value.split('\n').length;
    this.numbers.textContent = Array.from({ length: lines }, (_, k) => `${this.marked.has(k + 1) ? '●' : ''}${k + 1}`).join('\n');
  }

  // A new line begins where the last one did. Tab leaves the field, as everywhere.
  indent(event) {
    if (event.key !== 'Enter' || event.ctrlKey) return;
    const { area } = this;
    const before = area.value.slice(0, area.selectionStart);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const deeper = line.trimEnd().endsWith(':') ? '    ' : '';
    area.setRangeText(`\n${line.match(/^ */)[0]}${deeper}`, area.selectionStart, area.selectionEnd, 'end');
    event.preventDefault();
    this.count();
    this.changed();
  }

  place(line, column) {
    const lines = this.area.value.split('\n');
    return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  }

  tell(diagnostics) {
    this.marked = new Set(diagnostics.flatMap((one) => [one, ...one.also]).map((place) => place.line));
    this.count();
    this.area.setAttribute('aria-invalid', String(diagnostics.some((one) => !one.code.startsWith('W'))));
    this.list.replaceChildren(...diagnostics.map((one) => this.item(one)));
  }

  item(one) {
    const jump = (place) => {
      const start = this.place(place.line, place.column);
      const end = place.end_line ? this.place(place.end_line, place.end_column) : start;
      this.area.focus();
      this.area.setSelectionRange(start, Math.max(end, start));
    };
    const where = [one, ...one.also]
      .filter((place) => place.line)
      .flatMap((place) => [
        h('button', { type: 'button', class: 'jump', onclick: () => jump(place) }, t('line', { number: place.line })),
        ' ',
      ]);
    const mend = one.edits?.length
      ? h('button', { type: 'button', class: 'mend-text', onclick: () => this.mend(one.edits) }, t('mend it'))
      : null;
    const more = [one.expected && t('expected', { what: one.expected }), one.hint].filter(Boolean);
    return h(
      'li',
      { class: one.code.startsWith('W') ? 'warning' : 'mistake' },
      where,
      h('code', {}, one.code),
      ' ',
      one.message,
      more.map((words) => h('small', {}, words)),
      mend,
    );
  }

  mend(edits) {
    const ordered = [...edits].sort((a, b) => b.line - a.line || b.column - a.column);
    for (const one of ordered) {
      this.area.setRangeText(one.text, this.place(one.line, one.column), this.place(one.end_line, one.end_column));
    }
    this.count();
    this.changed();
  }
}
