// What was written of a spec and its puzzle, kept in the browser until it is thrown away.

const PREFIX = 'pzc draft ';

export class Draft {
  // given, first: spec and puzzle as they were before anything was written.
  constructor(spec, given, first) {
    this.key = `${PREFIX}${spec.name ?? spec.file ?? 'own'}`;
    Object.assign(this, { given, first, text: given, puzzle: first });
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(this.key));
    } catch {
      // What cannot be read is written over.
    }
    if (typeof kept?.text !== 'string' || typeof kept.puzzle !== 'string') return;
    if (kept.given === given && kept.first === first) Object.assign(this, kept);
    else this.older = kept; // the file has changed since; it can be fetched back
  }

  get differs() {
    return this.text !== this.given || this.puzzle !== this.first;
  }

  keep(text, puzzle) {
    Object.assign(this, { text, puzzle });
    const { given, first } = this;
    try {
      if (this.differs) localStorage.setItem(this.key, JSON.stringify({ text, puzzle, given, first }));
      else if (!this.older) localStorage.removeItem(this.key);
    } catch {
      // There is no room left: it stays on the page alone.
    }
  }
}
