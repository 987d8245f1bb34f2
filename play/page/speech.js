// Hints and explanations in the language of the page.
//
// pzc says them in English, of few words: the sentences of rules, the words of its own, and the
// names that a spec has for what is found. A catalogue has the other language for each; what it does
// not know stays as it is.

import { langOf, language, loaded, sentences, wordsOf } from './texts.js';

const KEPT = '\uE000';

let hints = null;
let speaks = false;
let joins = []; // what the words leave that this language joins otherwise
let frames = [];
let words = new Map();
let pattern = /$^/;

export async function loadSpeech() {
  hints = language === 'en' ? null : await loaded(`hints.${language}.json`);
}

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

// Learn the words of a spec. One without a catalogue stays in English.
export function speak(name) {
  speaks = Boolean(hints) && !langOf(name);
  if (!speaks) return;
  joins = Object.entries(hints.joins);
  frames = Object.entries(hints.frames).map(([own, other]) => [
    new RegExp(`${literal(own).replace(/\\\{(\w+)\\\}/g, '(?<$1>.+)')}$`),
    other.replace(/\{(\w+)\}/g, '$$<$1>'),
  ]);
  words = new Map(Object.entries({ ...hints.words, ...wordsOf(name) }));
  const longest = [...words.keys()].sort((a, b) => b.length - a.length).map(literal);
  pattern = new RegExp(`(?<![\\w])(?:${longest.join('|')})(?![\\w])`, 'gi');
}

function word(found) {
  const other = words.get(found) ?? words.get(found[0].toLowerCase() + found.slice(1));
  if (other === undefined) return words.get(found.toLowerCase()) ?? found;
  const isUpper = found[0] !== found[0].toLowerCase();
  return isUpper ? other[0].toUpperCase() + other.slice(1) : other;
}

// A line of a hint or an explanation.
export function said(text) {
  if (!speaks || !text) return text;
  const kept = [];
  let out = text;
  for (const [own, other] of sentences()) {
    out = out.replaceAll(own, () => `${KEPT}${kept.push(other) - 1}${KEPT}`);
  }
  for (const [own, other] of frames) out = out.replace(own, other);
  out = out.replace(pattern, word);
  for (const [own, other] of joins) out = out.replaceAll(own, other);
  return out.replace(new RegExp(`${KEPT}(\\d+)${KEPT}`, 'g'), (_, number) => kept[number]);
}
