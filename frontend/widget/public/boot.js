// Applies the appearance options in the URL before the first paint, so that neither a wrong theme nor a
// hidden heading flashes. A classic script, because inline scripts are blocked and modules run too late.
// All other options in the URL are read by params.ts.
(() => {
  const root = document.documentElement;
  const params = new URLSearchParams(location.search);
  const wanted = params.get('theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    root.dataset.theme = wanted === 'light' || wanted === 'dark' ? wanted : system.matches ? 'dark' : 'light';
  };
  show();
  system.addEventListener('change', show);
  if (/^(true|1)$/.test(params.get('hideHeader') ?? '')) {
    root.dataset.noHeader = '';
  }
  // If the form's script is blocked or fails to load, the page stays empty, and only this script can report it.
  addEventListener(
    'error',
    ({ target }) => {
      const place = document.querySelector('.stage-inner');
      if (!(target instanceof HTMLScriptElement) || !place || place.querySelector('a')) return;
      const text = document.createElement('p');
      text.setAttribute('role', 'alert');
      text.textContent =
        'The booking form could not be loaded. Your browser or network may have blocked it. ';
      const again = document.createElement('a');
      again.href = location.href;
      again.textContent = 'Try again';
      again.style.color = 'inherit';
      const business = document.querySelector('meta[name="contact"]')?.content;
      text.append(again, `, or contact ${business ?? 'the business that sent you here'}.`);
      place.append(text);
    },
    true,
  );
})();
