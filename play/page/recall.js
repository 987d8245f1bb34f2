// What the browser's history remembers of a view, for Back and for loading the page again: how far it
// is scrolled, and what was looked for.

export function recalled() {
  return history.state ?? {};
}

export function recall(more) {
  history.replaceState({ ...recalled(), ...more }, '');
}
