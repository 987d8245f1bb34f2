// Plans: the moments of a shortest one, with a slider and as an animation.

import { parts } from './ask.js';
import { h, picture } from './dom.js';
import { said } from './speech.js';
import { listed } from './tables.js';
import { t } from './texts.js';

const PACE = 700;

// start: the printed values, null if there are none. onBoard: whether a picture shows the values.
export function plans(request, off, start, onBoard) {
  const output = h('div', { class: 'plan' });
  const shown = ({ svg, state }) => (onBoard ? picture(svg) : listed(state));
  if (start) output.append(h('h2', {}, t('at start')), h('div', { class: 'stage' }, shown(start)));
  if (off.includes('solve')) return output;
  const button = h('button', { type: 'button', 'data-ask': 'plan', onclick: () => find() }, t('ask plan'));
  output.append(h('p', {}, button));

  async function find() {
    output.replaceChildren(h('p', { class: 'busy' }, t('thinking')));
    try {
      for await (const part of parts('plan', request)) {
        if (part.error) output.replaceChildren(h('p', { class: 'offline' }, t(`error ${part.error}`)));
        else if (part.mistakes) output.replaceChildren(h('p', {}, part.mistakes[0].message));
        else if (part.state === 'none') output.replaceChildren(h('p', {}, t('no plan', { words: part.words })));
        else show(part);
      }
    } catch {
      output.replaceChildren(h('p', { class: 'offline' }, t('offline')));
    }
  }

  function show({ frames, sequence }) {
    const stage = h('div', { class: 'stage' });
    const name = (at) => `${said(sequence)} ${at}`;
    const slider = h('input', { type: 'range', min: 0, max: frames.length - 1, value: 0, 'aria-label': said(sequence) });
    const counter = h('output', {}, name(0));
    const draw = () => {
      stage.replaceChildren(shown(frames[slider.value]));
      counter.textContent = name(slider.value);
      slider.setAttribute('aria-valuetext', name(slider.value));
    };
    let running = null;
    const run = h('button', { type: 'button', 'data-plan': 'run', onclick: toggle }, t('run'));
    function toggle() {
      if (running) {
        clearInterval(running);
        running = null;
      } else {
        if (Number(slider.value) === frames.length - 1) slider.value = 0;
        running = setInterval(() => {
          slider.value = Number(slider.value) + 1;
          draw();
          if (Number(slider.value) === frames.length - 1 || !stage.isConnected) toggle();
        }, PACE);
      }
      run.textContent = t(running ? 'pause' : 'run');
      draw();
    }
    slider.addEventListener('input', draw);
    output.replaceChildren(stage, h('div', { class: 'row' }, run, slider, counter));
    draw();
  }
  return output;
}
