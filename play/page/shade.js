// Light or dark, before anything is drawn: as chosen, or else as the system says. No module, since
// these run only after the first picture.

(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const shade = () => {
    const chosen = localStorage.getItem('pzc theme') ?? 'auto';
    const dark = chosen === 'auto' ? system.matches : chosen === 'dark';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    dispatchEvent(new Event('shaded'));
  };
  system.addEventListener('change', shade);
  addEventListener('choose-theme', shade);
  shade();
})();
