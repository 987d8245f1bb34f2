// The time that a puzzle takes; it pauses while the page is hidden, and stops when the puzzle is solved.

import { h } from './dom.js';
import { t } from './texts.js';

export function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, k) => (k ? String(part).padStart(2, '0') : part)).join(':');
}

export class Timer {
  constructor() {
    this.seconds = 0;
    this.stopped = false;
    this.element = h('span', { class: 'timer', role: 'timer', 'aria-label': t('time') }, '0:00');
    this.interval = setInterval(() => this.tick(), 1000);
  }

  tick() {
    if (!document.hidden && !this.stopped) this.show(this.seconds + 1);
  }

  show(seconds) {
    this.seconds = seconds;
    this.element.textContent = clock(seconds);
  }

  restart() {
    this.stopped = false;
    this.show(0);
  }

  close() {
    clearInterval(this.interval);
  }
}
