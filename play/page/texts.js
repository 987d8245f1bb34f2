// The texts of the page out of catalogues: t('solved', {time: '3:20'}).

const LANGUAGES = ['en', 'de'];
let catalogue = {};
let fallback = {};
let specs = {};
export let language = 'en';

async function loaded(name) {
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
  language = chosen();
  fallback = await loaded('en.json');
  catalogue = language === 'en' ? fallback : await loaded(`${language}.json`);
  specs = language === 'en' ? {} : await loaded(`specs.${language}.json`);
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

export const languages = LANGUAGES;

// ---- texts of specs: the title, the summary, and sentences of rules, with holes ----------------

export function title(name, text) {
  return specs[name]?.title ?? text;
}

export function about(name, text) {
  return specs[name]?.about ?? text;
}

// A sentence whose holes the puzzle filled: matched with the pattern, its values carried over.
export function sentence(name, text) {
  for (const [pattern, other] of Object.entries(specs[name]?.rules ?? {})) {
    const names = [...pattern.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
    const parts = pattern.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    // In a step, what it is about may follow in brackets, and a full stop.
    const found = text.match(new RegExp(`^${parts.join('(.*)')}( \\([^)]*\\))?(\\.?)$`));
    if (!found) continue;
    const values = Object.fromEntries(names.map((hole, k) => [hole, found[k + 1]]));
    const rest = found.slice(names.length + 1).join('');
    return other.replace(/\{([^}]*)\}/g, (whole, hole) => values[hole] ?? whole) + rest;
  }
  return text;
}
