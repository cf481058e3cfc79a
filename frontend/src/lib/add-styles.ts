/**
 * Puts a style sheet on the page that came with a script, and answers how to take it away again.
 *
 * The sheet is made by script as a whole: the Content-Security-Policy allows no style elements. Browsers that cannot do
 * this (before 2023) go without the sheet.
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
