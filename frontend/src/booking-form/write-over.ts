/** Whoever is in a field already writes over the text that was put there meanwhile, once it has been drawn. */
export function writeOver(name: string): void {
  queueMicrotask(() =>
    queueMicrotask(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement && field.name === name) field.select();
    }),
  );
}
