// Out and in: links, for a teacher with parts switched off, files with progress, and print.

import { h } from './dom.js';
import { OFF } from './helper.js';
import { linkTo } from './links.js';
import { t } from './texts.js';

const FORMAT = 'pzc progress 1';

export function sharing({ spec, puzzle, game, timer, store }) {
  const out = h('p', { class: 'shared', 'aria-live': 'polite' });
  const withProgress = h('input', { type: 'checkbox', id: 'share-progress' });
  const parts = Object.keys(OFF).map((name) => ({
    name,
    box: h('input', { type: 'checkbox', id: `share-${name}` }),
  }));

  async function share() {
    const progress = withProgress.checked ? game.kept() : undefined;
    if (progress) delete progress.history;
    const off = parts.filter(({ box }) => box.checked).map(({ name }) => name);
    const link = await linkTo({ spec, puzzle, progress, off });
    const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('link'), class: 'link' });
    out.replaceChildren(field);
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      out.append(' ', t('copied'));
    } catch {
      // It is in the field.
    }
  }

  function saveFile() {
    const held = { format: FORMAT, spec, puzzle, progress: { ...game.kept(), seconds: timer.seconds } };
    const address = URL.createObjectURL(new Blob([JSON.stringify(held)], { type: 'application/json' }));
    const link = h('a', { href: address, download: `${spec.name ?? 'puzzle'}.pzc.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  async function openFile(event) {
    const file = event.target.files[0];
    if (!file) return;
    try {
      const held = JSON.parse(await file.text());
      if (held.format !== FORMAT) throw new Error('format');
      if (held.puzzle === puzzle && (held.spec.name ?? held.spec.text) === (spec.name ?? spec.text)) {
        game.receive(held.progress);
        out.replaceChildren(t('taken in'));
      } else {
        const link = await linkTo({ ...held, off: [] });
        location.href = link;
      }
    } catch {
      out.replaceChildren(t('no progress file'));
    }
    store.save();
  }

  const choose = h('input', { type: 'file', id: 'open-file', accept: '.json,application/json', onchange: openFile });
  return h(
    'details',
    { class: 'sharing' },
    h('summary', {}, t('share')),
    h('div', { class: 'row' },
      h('button', { type: 'button', 'data-share': 'link', onclick: share }, t('make link')),
      h('button', { type: 'button', 'data-share': 'file', onclick: saveFile }, t('save file')),
      h('button', { type: 'button', 'data-share': 'print', onclick: () => window.print() }, t('print')),
    ),
    h('fieldset', {}, h('legend', {}, t('the link')),
      h('label', {}, withProgress, ' ', t('with progress')),
      parts.map(({ name, box }) => h('label', {}, box, ' ', t(`without ${name}`))),
    ),
    h('p', {}, h('label', { for: 'open-file' }, t('open file')), ' ', choose),
    out,
  );
}
