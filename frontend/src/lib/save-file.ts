/** Download generated or fetched content as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser may read the URL after this tick.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
