/**
 * Adds a script's style sheet to the page and returns a function that removes it.
 *
 * Uses a constructed style sheet because the Content-Security-Policy forbids style elements. Browsers without
 * support (before 2023) skip it.
 */
export function addStyles(text: string): () => void {
  if (!('adoptedStyleSheets' in document)) {
    return () => undefined;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
