// Elements in one call: h('button', {class: 'tool', onclick: f}, 'Undo').

const SVG = 'http://www.w3.org/2000/svg';

function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, attributes, ...children) {
  return made(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return made(document.createElementNS(SVG, tag), attributes, children);
}

// A view with nothing to close.
export const empty = { close() {} };

// A picture of the renderer as an element. Whatever could act is left out.
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = document.importNode(parsed.documentElement, true);
  for (const element of root.querySelectorAll('script, foreignObject, a, use, image')) {
    element.remove();
  }
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('on')) element.removeAttribute(name);
    }
  }
  return root;
}

// Said to screen readers.
export function tell(words) {
  document.getElementById('announced').textContent = words;
}
