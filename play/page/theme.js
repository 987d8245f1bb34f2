// Light and dark: as the system says, or as chosen.

import { h } from './dom.js';
import { t } from './texts.js';

const THEMES = ['auto', 'light', 'dark'];

function applied(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function themed() {
  const kept = localStorage.getItem('pzc theme') ?? 'auto';
  applied(kept);
  return h(
    'select',
    {
      'aria-label': t('theme'),
      onchange: (event) => {
        localStorage.setItem('pzc theme', event.target.value);
        applied(event.target.value);
      },
    },
    THEMES.map((theme) => h('option', { value: theme, selected: theme === kept }, t(`theme ${theme}`))),
  );
}
