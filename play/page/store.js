// Progress, kept in the browser by puzzle and spec. A second tab loses nothing: what it kept
// becomes a change of this one, which can be undone.

const PREFIX = 'pzc game ';
const MOST = 2_000_000;

export async function keyOf(spec, puzzle) {
  const bytes = new TextEncoder().encode(JSON.stringify([spec.name ?? spec.text, puzzle.trim(), ...(spec.beside ? [spec.beside] : [])]));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  const text = [...new Uint8Array(hash).slice(0, 12)].map((b) => b.toString(16).padStart(2, '0'));
  return `${PREFIX}${spec.name ?? 'own'} ${text.join('')}`;
}

export class Store extends EventTarget {
  constructor(key, game, timer) {
    super();
    Object.assign(this, { key, game, timer, seen: null });
    this.load();
    this.changed = () => this.save();
    this.heard = (event) => {
      if (event.key === this.key && event.newValue) this.merge(event.newValue);
    };
    this.left = () => this.save(true);
    game.addEventListener('change', this.changed);
    window.addEventListener('storage', this.heard);
    window.addEventListener('pagehide', this.left);
  }

  close() {
    this.save(true);
    this.game.removeEventListener('change', this.changed);
    window.removeEventListener('storage', this.heard);
    window.removeEventListener('pagehide', this.left);
  }

  load() {
    const text = localStorage.getItem(this.key);
    if (!text) return;
    try {
      const kept = JSON.parse(text);
      this.game.restore(kept);
      this.timer.show(kept.seconds ?? 0);
      this.seen = text;
    } catch {
      this.game.restore({}); // What cannot be read stays until something is played.
    }
  }

  // What another tab has kept meanwhile is taken in before it is written over.
  save(leaving = false) {
    const theirs = localStorage.getItem(this.key);
    if (theirs !== null && theirs !== this.seen && !leaving) {
      const own = this.game.kept();
      if (this.take(theirs)) this.game.take(own);
    }
    if (!this.game.at && !this.game.history.length && !this.seen) return;
    if (leaving && theirs !== this.seen) return;
    this.write();
  }

  write() {
    const kept = { ...this.game.kept(), seconds: Math.round(this.timer.seconds) };
    let text = JSON.stringify(kept);
    while (text.length > MOST && kept.history.length) {
      kept.history = kept.history.slice(Math.ceil(kept.history.length / 2));
      kept.at = Math.min(kept.at, kept.history.length);
      text = JSON.stringify(kept);
    }
    try {
      localStorage.setItem(this.key, text);
      this.seen = text;
      this.dispatchEvent(new Event('saved'));
    } catch {
      this.dispatchEvent(new Event('full'));
    }
  }

  merge(text) {
    if (text !== this.seen && this.take(text)) this.dispatchEvent(new Event('merged'));
  }

  // Take in what another tab has kept; false if it cannot be read.
  take(text) {
    this.seen = text;
    try {
      this.game.take(JSON.parse(text));
      return true;
    } catch {
      return false;
    }
  }
}

// How far each puzzle is, for the gallery: by genre, the number begun and solved.
export function progress() {
  const out = {};
  for (let k = 0; k < localStorage.length; k += 1) {
    const key = localStorage.key(k);
    if (!key.startsWith(PREFIX)) continue;
    const name = key.slice(PREFIX.length).split(' ')[0];
    out[name] ??= { begun: 0, solved: 0 };
    const solved = localStorage.getItem(key).includes('"solved":true');
    out[name][solved ? 'solved' : 'begun'] += 1;
  }
  return out;
}
