// Specs beside one's own, which it uses: their texts go along with each question, and into links.

import { isStatic, neighbour } from './ask.js';

const USE = /^use[ \t]+([\p{L}_][\p{L}\p{N}_]*)/gmu;

// By name, the text of every spec that a text uses and that lies beside it; undefined for none.
export async function neighbours(text) {
  const found = new Map();
  const left = [text];
  while (left.length) {
    for (const [, name] of left.pop().matchAll(USE)) {
      if (found.has(name)) continue;
      const beside = await neighbour(name);
      found.set(name, beside);
      if (beside !== null) left.push(beside);
    }
  }
  const texts = [...found].filter(([, beside]) => beside !== null);
  return texts.length ? Object.fromEntries(texts) : undefined;
}

// What the command line named, with the neighbours that its spec uses; a static page has them.
export async function withNeighbours(start) {
  return start?.uses && !isStatic ? { ...start, beside: await neighbours(start.spec.text) } : start;
}
