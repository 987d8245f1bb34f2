// A worker with Python: unpacks pzc and answers questions, part by part.

import { loadPyodide } from '../pyodide/pyodide.mjs';

const PROGRAM = `
import os, sys
os.environ["PZC_CACHE"] = ""
sys.path.insert(0, "/home/pzc")

def ask(question, request, tell):
    import json
    from pzc.play.questions import answer
    try:
        for part in answer(question, json.loads(request), lambda part: tell(json.dumps(part))):
            yield json.dumps(part, separators=(",", ":"))
    except MemoryError:
        yield '{"error": "memory"}'
    except Exception as problem:
        words = f"{type(problem).__name__}: {problem}"[:200]
        yield json.dumps({"error": "internal", "words": words})
`;

async function unpacked(python, name) {
  const response = await fetch(new URL(name, self.location));
  python.unpackArchive(await response.arrayBuffer(), 'zip', { extractDir: '/home/pzc' });
}

async function started() {
  const python = await loadPyodide({ indexURL: new URL('../pyodide/', self.location).href });
  await unpacked(python, '../pzc.zip');
  const { files } = await (await fetch(new URL('../files.json', self.location))).json();
  for (const wheel of files.filter((name) => name.endsWith('.whl'))) {
    await unpacked(python, `../${wheel}`);
  }
  python.runPython(PROGRAM);
  return python.globals.get('ask');
}

const ready = started();

self.onmessage = async ({ data: { number, question, request } }) => {
  try {
    const ask = await ready;
    const put = (part) => self.postMessage({ number, part });
    for (const part of ask(question, request, put)) put(part);
  } catch (problem) {
    self.postMessage({ number, part: { error: 'internal', words: String(problem).slice(-200) } });
  }
  self.postMessage({ number, end: true });
};
