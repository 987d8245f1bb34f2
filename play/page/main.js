// The page: which view is shown, by the part of the address after the #.

import { ask, isStatic, renew, started, Unanswered } from './ask.js';
import { empty, h } from './dom.js';
import { gallery } from './gallery.js';
import { DamagedLink, route } from './links.js';
import { withNeighbours } from './neighbours.js';
import { watch } from './outside.js';
import { play } from './play.js';
import { recall, recalled } from './recall.js';
import { startPython } from './python.js';
import { loadSpeech } from './speech.js';
import { choose, language, languages, loadTexts, t } from './texts.js';
import { themed } from './theme.js';
import { write } from './write.js';

let view = empty;
let start = null;

function top() {
  const select = h(
    'select',
    { 'aria-label': t('language'), onchange: (event) => choose(event.target.value) },
    languages.map((name) => h('option', { value: name, selected: name === language }, t(`language ${name}`))),
  );
  document.getElementById('top').replaceChildren(
    h('a', { class: 'brand', href: '#/' }, 'pzc'),
    h('nav', { 'aria-label': t('pages') },
      h('a', { href: '#/' }, t('all genres')),
      h('a', { href: '#/write' }, t('write')),
      start?.spec && h('a', { href: '#/start' }, t('my puzzle')),
    ),
    h('div', { class: 'choices' }, select, themed()),
  );
  document.querySelector('[data-skip]').textContent = t('skip');
}

async function bundled(name, number) {
  const found = await ask('example', { name, number });
  if (found.mistakes) throw new Error(found.mistakes[0].message);
  return { spec: { name }, puzzle: found.puzzle, number, examples: found.examples };
}

// A spec of one's own with those that it uses.
function whole(spec) {
  return start.uses && start.beside ? { ...spec, beside: start.beside } : spec;
}

// The spec to edit: a bundled one, the one on the command line, or a template.
async function writable(name) {
  const own = name === 'start' ? start : {};
  if (own.spec?.text) {
    return { spec: own.spec, text: own.spec.text, puzzle: own.puzzle ?? '', saves: own.saves, uses: own.uses };
  }
  const genre = own.spec?.name ?? name ?? 'star_battle';
  const found = await ask('example', { name: genre, number: 1 });
  if (found.mistakes) throw new Error(found.mistakes[0].message);
  return { spec: { name: genre }, text: found.spec, puzzle: own.puzzle ?? found.puzzle };
}

// What the command line named; where it has mistakes, its texts with them.
async function opened(main) {
  const { spec, puzzle } = start;
  if (!spec) return gallery(main);
  if (puzzle === null && spec.name) return play(main, await bundled(spec.name, 1));
  const view = puzzle !== null && (await play(main, { spec: whole(spec), puzzle }));
  return view && !view.hasMistakes ? view : write(main, await writable('start'));
}

async function shown(main, view) {
  switch (view.view) {
    case 'play':
      return play(main, await bundled(view.name, view.number));
    case 'link':
      return play(main, view);
    case 'start':
      return opened(main);
    case 'write':
      return write(main, await writable(view.name));
    default:
      return gallery(main);
  }
}

function reason(problem) {
  if (problem instanceof Unanswered) return t('offline');
  if (problem instanceof DamagedLink) return t('damaged link');
  return t('cannot show', { words: String(problem.message) });
}

// The element to show a view in. While an earlier view is still loading, that is a new element: the
// earlier one goes on in the old element, which is no longer part of the page.
function container() {
  const main = document.getElementById('main');
  if (!main.hasAttribute('aria-busy')) return main;
  const free = main.cloneNode(false);
  main.replaceWith(free);
  return free;
}

async function show() {
  const hash = location.hash;
  const main = container();
  view.close();
  view = empty;
  let found = empty;
  main.setAttribute('aria-busy', 'true');
  try {
    const wanted = await route(hash);
    // A static page has its gallery before any script runs; it stays until it can be searched.
    if (wanted.view !== 'gallery' || !main.firstElementChild) {
      main.replaceChildren(h('p', { class: 'busy' }, t(isStatic ? 'starting' : 'opening')));
    }
    found = await shown(main, wanted);
  } catch (problem) {
    main.replaceChildren(h('p', { class: 'offline' }, reason(problem)));
  }
  if (!main.isConnected) return found.close();
  view = found;
  document.title = view.title ? `${view.title} – pzc` : 'pzc';
  main.removeAttribute('aria-busy');
  main.dataset.ready = hash || '#/';
  window.scrollTo(0, recalled().scroll ?? 0);
}

// Another program has changed the files: what nobody has begun to change or play shows them at once.
function changed(found) {
  const anew = () => {
    start = found;
    renew(found);
    return show();
  };
  const main = document.getElementById('main');
  main.querySelector('.outside')?.remove();
  const isNamed = found.spec.text === start.spec.text && found.puzzle === start.puzzle;
  if (!['#/start', '#/write/start'].includes(location.hash) || (isNamed && view.check)) {
    start = found;
    renew(found);
    view.check?.(); // what is written here may use what has changed
  } else if (!view.isBegun) anew();
  else if (!view.holds?.(found)) {
    const button = h('button', { type: 'button', 'data-outside': 'show', onclick: anew }, t('show file'));
    main.prepend(h('p', { class: 'outside', role: 'status' }, t('file changed'), ' ', button));
  }
}

await Promise.all([loadTexts(), loadSpeech()]);
start = await withNeighbours(await started());
top();
watch(() => start, changed);
window.addEventListener('hashchange', show);
// Before a link is followed: Back leads to where one was.
document.addEventListener('click', (event) => event.target.closest?.('a') && recall({ scroll: window.scrollY }), true);
if (!location.hash && start.spec) history.replaceState(null, '', '#/start');
await show();
if (isStatic) {
  startPython(); // once there is something to look at
  navigator.serviceWorker?.register('sw.js');
}
