// The view of a puzzle: the board with its tools, the rules beside it, help below them.

import { ask } from './ask.js';
import { Board } from './board.js';
import { Checks } from './checks.js';
import { empty, h } from './dom.js';
import { Game } from './game.js';
import { Helper } from './helper.js';
import { Keys } from './keys.js';
import { apart } from './labels.js';
import { linkTo } from './links.js';
import { Making } from './making.js';
import { Moves } from './moves.js';
import { plans } from './plans.js';
import { Pointer } from './pointer.js';
import { sharing } from './sharing.js';
import { speak } from './speech.js';
import { keyOf, Store } from './store.js';
import { tables } from './tables.js';
import { about, langOf, learn, loadSpec, rated, sentence, t, title } from './texts.js';
import { Timer } from './timer.js';
import { Tools } from './tools.js';

// puzzle: {spec: {name} or {text}, puzzle, number, examples, progress, off}
export async function play(main, puzzle) {
  const { spec, off = [] } = puzzle;
  const request = { spec, puzzle: puzzle.puzzle };
  const found = await ask('open', { ...request, number: puzzle.number ?? 0 });
  if (!found.game) return failed(main, found);
  const described = found.game;
  const name = spec.name ?? '';
  await loadSpec(name);
  if (!main.isConnected) return empty; // another view was chosen while this one loaded
  learn(name, [...described.rules, ...described.implied]);
  speak(name);
  const view = described.plan ? planned({ ...puzzle, request, off, start: found.start, onBoard: described.cells.length > 0 }) : await played({ ...puzzle, off, request, name, described, first: found.picture });
  main.replaceChildren(
    h('div', { class: 'game' },
      h('div', { class: 'left' }, heading(puzzle, described, name), view.left),
      h('aside', { class: 'right' }, rules(described, name), view.right, notes(described.notes)),
    ),
  );
  view.begin?.();
  view.title = title(name, described.title);
  return view;
}

function failed(main, found) {
  const lines = (found.mistakes ?? []).map((one) => {
    const where = one.line ? `${t('line', { number: one.line })}: ` : '';
    const more = [one.expected && t('expected', { what: one.expected }), one.hint].filter(Boolean);
    return h('li', {}, where, one.message, more.map((words) => h('small', {}, words)));
  });
  main.replaceChildren(h('h1', {}, t('cannot open')), h('ul', { class: 'mistakes' }, lines));
  if (found.error) main.append(h('p', { class: 'offline' }, t(`error ${found.error}`)));
  return { ...empty, hasMistakes: lines.length > 0 };
}

function planned({ spec, puzzle, request, off, start, onBoard, progress }) {
  const moves = new Moves(request, onBoard);
  return {
    left: [h('p', { class: 'how' }, t('about plan')), moves.element],
    right: [
      plans(request, off, start, onBoard),
      sharing({ spec, puzzle, game: moves, timer: { seconds: 0 }, store: { save() {} } }),
    ],
    get isBegun() {
      return moves.made.length > 1;
    },
    begin: () => moves.open(progress),
    close() {},
  };
}

async function played({ spec, puzzle, request, name, described, first, off, progress }) {
  const game = new Game(described);
  const timer = new Timer();
  const board = new Board(game, first);
  board.overlay.setAttribute('aria-label', t('board', { title: title(name, described.title) }));
  const tools = new Tools(board);
  new Pointer(board, tools);
  new Keys(board, tools);
  const checks = new Checks({ game, board, timer, request, name, off });
  const store = new Store(await keyOf(spec, puzzle), game, timer);
  const saved = h('span', { class: 'saved' });
  store.addEventListener('full', () => (saved.textContent = t('full')));
  store.addEventListener('merged', () => (saved.textContent = t('merged')));
  if (progress) game.receive(progress);
  const helper = new Helper({ game, board, request, name, off });
  return {
    game,
    checks,
    store,
    left: [
      checks.banner,
      h('div', { class: game.isListed ? 'stage listed' : 'stage' }, board.element),
      unseen(game),
      tables(game),
      tools.element,
      h('div', { class: 'row below' }, timer.element, saved, looks(board, game, timer, { spec: described.makes && spec, puzzle })),
    ].filter(Boolean),
    right: [checks.element, helper.element, sharing({ spec, puzzle, game, timer, store })],
    get isBegun() {
      return game.history.length > 0;
    },
    begin() {
      if (game.marks.value.size) checks.check();
    },
    close() {
      timer.close();
      store.close();
    },
  };
}

// What is drawn but said at no place of the board, for screen readers alone.
function unseen(game) {
  const lines = apart(game).map((line) => h('li', {}, line));
  return lines.length ? h('ul', { class: 'unseen', 'aria-label': t('apart') }, lines) : null;
}

// Lines and areas each in a colour, a new puzzle if there is a spec to make one of, and a new beginning.
function looks(board, game, timer, { spec, puzzle }) {
  const toggle = (option) =>
    h('label', {},
      h('input', {
        type: 'checkbox',
        'data-look': option,
        onchange: (event) => {
          board.options[option] = event.target.checked;
          board.draw();
        },
      }),
      ' ',
      t(`colour ${option}`),
    );
  const take = async (found) => {
    location.href = await linkTo({ spec, puzzle: found.text, rating: found.rating });
  };
  const making = spec && new Making(t('ask generate'), { 'data-ask': 'generate' }, () => ({ spec, puzzle }), take);
  const clear = () => {
    timer.restart();
    game.beginAgain();
  };
  return [
    making?.button,
    making?.element,
    game.fields.some((field) => field.kind === 'border' || field.kind === 'link') ? toggle('lines') : null,
    game.cells.size ? toggle('areas') : null,
    h('button', { type: 'button', 'data-tool': 'clear', onclick: clear }, t('begin again')),
  ];
}

function heading({ spec, number = 1, examples = 0, rating }, described, name) {
  const own = described.notes.title;
  const out = [h('h1', {}, title(name, described.title))];
  if (rating) out.push(h('p', { class: 'subtitle' }, rated(rating)));
  if (own) out.push(h('p', { class: 'subtitle' }, own));
  if (spec.name && examples > 1) {
    const links = Array.from({ length: examples }, (_, k) =>
      h('a', { href: `#/play/${spec.name}/${k + 1}`, 'aria-current': k + 1 === number ? 'page' : null }, String(k + 1)),
    );
    out.push(h('nav', { class: 'examples', 'aria-label': t('puzzles') }, links));
  }
  if (spec.name) out.push(h('a', { href: `#/write/${spec.name}`, class: 'to-write' }, t('to write')));
  return h('div', { class: 'heading' }, out);
}

function rules(described, name) {
  const list = described.rules.map((rule) => h('li', {}, sentence(rule.sentence)));
  return h('section', { class: 'rules' },
    h('h2', {}, t('rules')),
    h('p', { class: 'about', lang: langOf(name) }, about(name, described.about)),
    h('ol', { lang: langOf(name) }, list),
  );
}

function notes(described) {
  const shown = Object.entries(described).filter(([key]) => key !== 'title');
  return shown.length
    ? h('dl', { class: 'notes' }, shown.flatMap(([key, value]) => [h('dt', {}, t(`note ${key}`)), h('dd', {}, value)]))
    : null;
}
