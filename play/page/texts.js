// The texts of the page out of catalogues: t('solved', {time: '3:20'}).

const LANGUAGES = ['en', 'de'];
let catalogue = {};
let fallback = {};
export const language = chosen();

export async function loaded(name) {
  const response = await fetch(`page/${name}`);
  return response.ok ? response.json() : {};
}

function chosen() {
  const kept = localStorage.getItem('pzc language');
  if (LANGUAGES.includes(kept)) return kept;
  const wanted = (navigator.languages ?? []).map((name) => name.slice(0, 2));
  return wanted.find((name) => LANGUAGES.includes(name)) ?? 'en';
}

export async function loadTexts() {
  const others = language === 'en' ? [] : [`${language}.json`];
  [fallback, catalogue] = await Promise.all(['en.json', ...others].map(loaded));
  catalogue ??= fallback;
  document.documentElement.lang = language;
}

export function choose(name) {
  localStorage.setItem('pzc language', name);
  location.reload();
}

export function t(key, holes = {}) {
  const text = catalogue[key] ?? fallback[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => holes[name] ?? whole);
}

// How hard a puzzle is.
export function rated({ number, level, steps }) {
  const points = new Intl.NumberFormat(language).format(number);
  return t('rated', { number: points, level: t(`level ${level || 'none'}`), steps });
}

// What an attempt to make a puzzle does now. stage: a key of the catalogue; number: of its hole.
export function doneNow({ attempt, stage, number }, seconds) {
  return t('attempt', { attempt, seconds, stage: t(`stage ${stage}`, { number }) });
}

export const languages = LANGUAGES;

// ---- texts of specs: the title, the summary, and sentences of rules, with holes ----------------

// The catalogues loaded so far, by the name of the spec.
const specs = new Map();

// The titles and summaries of all specs.
export async function loadTitles() {
  if (language === 'en') return;
  for (const [name, texts] of Object.entries(await loaded(`specs.${language}.json`))) {
    if (!specs.has(name)) specs.set(name, texts);
  }
}

// The whole catalogue of a bundled spec; one without a name is somebody's own.
export async function loadSpec(name) {
  if (language === 'en' || !name || specs.get(name)?.rules) return;
  const found = await loaded(`${language}/${name}.json`);
  if (found.rules) specs.set(name, found);
}

export function title(name, text) {
  return specs.get(name)?.title ?? text;
}

export function about(name, text) {
  return specs.get(name)?.about ?? text;
}

// The language of what a spec says: English, where there is no catalogue; undefined: the page's.
export function langOf(name) {
  return language === 'en' || specs.has(name) ? undefined : 'en';
}

// The words of a spec for its found layers.
export function wordsOf(name) {
  return specs.get(name)?.words ?? {};
}

// A text, or one of several for different numbers: {one: 'genau einen Stern', other: 'genau {stars} Sterne'}.
function formOf(text, values) {
  if (typeof text === 'string') return text;
  return text[new Intl.PluralRules(language).select(Number(values[0]))] ?? text.other;
}

let learnt = [];

// The sentences of the rules with those of this language, longer ones first.
export function sentences() {
  return learnt;
}

// The sentences of a puzzle's rules in this language: those of the spec's catalogue, with the values
// of this puzzle in their holes. rules: {sentence, parts (null: a hole), values}.
export function learn(name, rules) {
  const known = new Map(
    Object.entries(specs.get(name)?.rules ?? {}).map(([pattern, other]) => [
      pattern.replace(/\{[^}]*\}/g, '{}'),
      { names: [...pattern.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]), other },
    ]),
  );
  learnt = [];
  for (const { sentence: own, parts, values } of rules) {
    const found = known.get(parts.map((part) => part ?? '{}').join(''));
    if (!found) continue;
    const holes = Object.fromEntries(found.names.map((hole, k) => [hole, values[k]]));
    const translated = formOf(found.other, values).replace(/\{([^}]*)\}/g, (whole, hole) => holes[hole] ?? whole);
    learnt.push([own, translated]);
  }
  learnt.sort((a, b) => b[0].length - a[0].length);
}

// What begins with the sentence of a rule, in this language as far as it is known.
export function sentence(text) {
  const found = learnt.find(([own]) => text.startsWith(own));
  return found ? found[1] + text.slice(found[0].length) : text;
}
