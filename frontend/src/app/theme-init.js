// Runs before the first paint. The same key and values as src/lib/theme.ts.
try {
  const theme = localStorage.getItem('marqueedesk.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage may be closed to the page; the system's theme is a good answer then.
}
