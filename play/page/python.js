// Python in the browser: the same questions, answered by Pyodide in workers, if the page is static.
//
// One worker answers what must be quick, another what takes a solver; one that is given up is ended.

import { QUICK } from './quick.js';

const MOST_SECONDS = 120;
const workers = { quick: null, slow: null };
let number = 0;

class Python {
  constructor() {
    this.waiting = new Map();
    this.worker = new Worker('page/pyodide-worker.js', { type: 'module' });
    this.worker.onmessage = ({ data }) => this.waiting.get(data.number)?.(data);
    this.worker.onerror = () => {
      for (const take of this.waiting.values()) take({ part: { error: 'died' }, end: true });
    };
  }

  end() {
    this.worker.terminate();
  }
}

function workerFor(question) {
  const lane = QUICK.has(question) ? 'quick' : 'slow';
  workers[lane] ??= new Python();
  return lane;
}

export function startPython() {
  workerFor('open');
}

export async function* askPython(question, request, signal) {
  const lane = workerFor(question);
  const python = workers[lane];
  const own = ++number;
  const queue = [];
  let wake = () => {};
  python.waiting.set(own, (data) => {
    queue.push(data);
    wake();
  });
  const stop = (reason) => {
    if (lane === 'slow') {
      python.end();
      workers.slow = null;
    }
    if (reason === 'time') queue.push({ part: { error: 'time' } });
    queue.push({ end: true });
    wake();
  };
  const limit = lane === 'slow' ? setTimeout(stop, 1000 * MOST_SECONDS, 'time') : 0;
  signal?.addEventListener('abort', stop);
  python.worker.postMessage({ number: own, question, request: JSON.stringify(request) });
  try {
    for (;;) {
      while (!queue.length) await new Promise((resolve) => (wake = resolve));
      const data = queue.shift();
      if (data.part) yield typeof data.part === 'string' ? JSON.parse(data.part) : data.part;
      if (data.end) return;
    }
  } finally {
    clearTimeout(limit);
    python.waiting.delete(own);
    signal?.removeEventListener('abort', stop);
  }
}
