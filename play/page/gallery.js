// All genres, with pictures of their examples; a field to look for one.

import { ask, pictureOf } from './ask.js';
import { h } from './dom.js';
import { recall, recalled } from './recall.js';
import { progress } from './store.js';
import { isDark } from './theme.js';
import { about, langOf, loadTitles, t, title } from './texts.js';

export async function gallery(main) {
  const [{ genres }] = await Promise.all([ask('gallery', {}), loadTitles()]);
  const done = progress();
  const cards = genres.map((genre) => card(genre, done[genre.name]));
  const list = h('ul', { class: 'gallery' }, cards.map(({ element }) => element));
  const none = h('p', { hidden: true }, t('nothing found'));
  const wanted = recalled().look ?? '';
  const look = h('input', { type: 'search', id: 'look', placeholder: t('look'), autocomplete: 'off', value: wanted });
  const filter = () => {
    const words = plain(look.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { element, text } of cards) {
      element.hidden = !words.every((word) => text.includes(word));
      shown += !element.hidden;
    }
    none.hidden = shown > 0;
  };
  look.addEventListener('input', () => {
    recall({ look: look.value });
    filter();
  });
  filter();
  main.replaceChildren(
    h('div', { class: 'intro' }, h('h1', {}, t('all genres')), h('p', {}, t('intro', { number: genres.length }))),
    h('div', { class: 'look' }, h('label', { for: 'look' }, t('look')), look),
    list,
    none,
  );
  const shaded = () => cards.forEach(({ shade }) => shade());
  window.addEventListener('shaded', shaded);
  return { close: () => window.removeEventListener('shaded', shaded) };
}

// Small letters without accents; ß has no other form.
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

// Umlauts as they are written without their dots: ae, oe, ue.
function spelled(text) {
  return text.normalize('NFC').replace(/[äöü]/gi, '$&e');
}

// What is looked through; names also as one word, and umlauts in both ways.
function sought(names, text) {
  const joined = names.map((name) => name.replace(/[^\p{L}\p{N}]/gu, ''));
  const whole = [...names, ...joined, text].join(' ');
  return plain(`${whole} ${spelled(whole)}`);
}

function card(genre, done) {
  const name = title(genre.name, genre.title);
  const words = about(genre.name, genre.about);
  const state = done?.solved ? t('solved before') : done?.begun ? t('begun') : '';
  const shown = () => pictureOf(genre.name, isDark());
  const image = h('img', { src: shown(), alt: '', loading: 'lazy', width: 160, height: 160 });
  const element = h(
    'li',
    {},
    h(
      'a',
      { href: `#/play/${genre.name}`, 'data-genre': genre.name },
      image,
      h('span', { class: 'name', lang: langOf(genre.name) }, name),
      h('span', { class: 'about', lang: langOf(genre.name) }, words),
      state && h('span', { class: 'state' }, state),
    ),
  );
  const shade = () => (image.src = shown());
  return { element, shade, text: sought([genre.name, genre.title, name], words) };
}
