// Runs before the first paint. The same key and values as src/lib/theme.ts.
try {
  const theme = localStorage.getItem('marqueedesk.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage may be blocked. If so, follow the system's theme.
}
