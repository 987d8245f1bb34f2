// Light and dark: as the system says, or as chosen. The choice is applied by `shade.js`.

import { h } from './dom.js';
import { t } from './texts.js';

const THEMES = ['auto', 'light', 'dark'];

export function isDark() {
  return document.documentElement.dataset.theme === 'dark';
}

export function themed() {
  const kept = localStorage.getItem('pzc theme') ?? 'auto';
  return h(
    'select',
    {
      'aria-label': t('theme'),
      onchange: (event) => {
        localStorage.setItem('pzc theme', event.target.value);
        dispatchEvent(new Event('choose-theme'));
      },
    },
    THEMES.map((theme) => h('option', { value: theme, selected: theme === kept }, t(`theme ${theme}`))),
  );
}
