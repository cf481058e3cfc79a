/** Puts a style sheet that came with a script on the page. */
export function addStyles(text: string): void {
  const sheet = document.createElement('style');
  sheet.textContent = text;
  document.head.append(sheet);
}
