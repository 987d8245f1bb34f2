// What other programs do to the files that the page shows, and to those that these use, while it
// shows them.

import { isStatic, latest } from './ask.js';
import { withNeighbours } from './neighbours.js';

const PAUSE = 2000;

// Call `changed` with the start as its files are now, each time that it differs from known().
export function watch(known, changed) {
  if (isStatic || !known().saves) return;
  let seen = null;
  const look = async () => {
    if (document.hidden) return;
    const found = await latest().then(withNeighbours).catch(() => null); // nobody answers: what is asked next says so
    if (!found) return;
    const text = JSON.stringify(found);
    if (text !== JSON.stringify(known()) && text !== seen) changed(found);
    seen = text;
  };
  setInterval(look, PAUSE);
  document.addEventListener('visibilitychange', look);
}
