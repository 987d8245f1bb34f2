// Links: a puzzle, its progress and a spec of one's own in the part of an address behind the #,
// which is sent to no server. Deflated, in the letters of addresses.

const MOST = 4_000_000;

// A link of which a part is missing or changed.
export class DamagedLink extends Error {}

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export async function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const small = await through(bytes, new CompressionStream('deflate-raw'));
  const text = Array.from(small, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function unpacked(text) {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  const whole = await through(bytes, new DecompressionStream('deflate-raw'));
  return JSON.parse(new TextDecoder().decode(whole));
}

async function held(text) {
  try {
    return await unpacked(text);
  } catch (problem) {
    throw new DamagedLink(problem.message);
  }
}

// The part of the address after the #: {view, name, number} or {view: 'link', …what the link holds}.
export async function route(hash) {
  const [view, ...rest] = hash.replace(/^#\/?/, '').split('/');
  if (view === 'play' && rest[0]) {
    return { view: 'play', name: decodeURIComponent(rest[0]), number: Number(rest[1] ?? 1) || 1 };
  }
  if (view === 'write') return { view: 'write', name: rest[0] && decodeURIComponent(rest[0]) };
  if (view === 'z' && rest[0]) return { ...(await held(rest[0])), view: 'link' };
  if (view === 'start') return { view: 'start' };
  return { view: 'gallery' };
}

export async function linkTo({ spec, puzzle, progress, off, rating }) {
  const held = { spec: spec.name ? { name: spec.name } : { text: spec.text, beside: spec.beside }, puzzle };
  if (progress) held.progress = progress;
  if (off?.length) held.off = off;
  if (rating) held.rating = rating;
  return `${location.href.split('#')[0]}#/z/${await packed(held)}`;
}
