// Questions to pzc, wherever it runs. Answers come in parts.

import { askPython } from './python.js';

export const isStatic =
  document.querySelector('meta[name="pzc-mode"]').content === 'static';

// Nobody answers: there is no connection to pzc.
export class Unanswered extends Error {}

// What was written with a static page, so that it shows before Python has started.
async function prepared(question, { name, number = 1, spec, puzzle }) {
  const file = {
    gallery: 'gallery',
    example: `example-${name}-${number}`,
    open: spec?.name && number && `open-${spec.name}-${number}`,
  }[question];
  if (question === 'open' && spec?.text) return openedAtStart(spec, puzzle);
  if (!file || (question === 'open' && number === 0)) return null;
  try {
    const response = await fetch(`data/${file}.json`);
    return response.ok ? await response.json() : null;
  } catch {
    return null; // offline
  }
}

// Parts as they come. Throws Unanswered where nobody answers.
export async function* parts(question, request, signal) {
  if (isStatic) {
    const known = await prepared(question, request);
    if (known) yield known;
    else yield* askPython(question, request, signal);
    return;
  }
  const response = await fetch(`ask/${question}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  }).catch((problem) => {
    throw signal?.aborted ? problem : new Unanswered(problem.message);
  });
  if (!response.ok) throw new Error(await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? '')).split('\n');
    rest = done ? '' : lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line);
    if (done) return;
  }
}

// The last part of an answer.
export async function ask(question, request, signal) {
  let last = {};
  for await (const part of parts(question, request, signal)) last = { ...last, ...part };
  return last;
}

// What the command line named.
let start;

export function started() {
  start ??= fetch(isStatic ? 'data/start.json' : 'start').then((response) => response.json());
  return start;
}

// The same as its files are now.
export async function latest() {
  const response = await fetch('start');
  return response.ok ? response.json() : null;
}

// Go on from another start.
export function renew(found) {
  start = Promise.resolve(found);
}

async function openedAtStart(spec, puzzle) {
  const known = await started();
  return known.opened && known.spec.text === spec.text && known.puzzle === puzzle ? known.opened : null;
}

// Save the spec that the command line named. before: what its file held when it was read. Returns
// "saved", "changed outside" where the file holds something else by now, or "not saved".
export async function save(text, before) {
  const response = await fetch('save', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, before }),
  });
  if (response.status === 409) return 'changed outside';
  if (!response.ok) return 'not saved';
  (await started()).spec.text = text;
  return 'saved';
}

// The text of a spec beside the one that the command line named, or null.
export async function neighbour(name) {
  if (isStatic) return (await started()).beside[name] ?? null;
  const response = await fetch(`beside/${encodeURIComponent(name)}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).text;
}

export function pictureOf(genre, dark) {
  return `picture/${genre}${dark ? '.dark' : ''}.svg`;
}
