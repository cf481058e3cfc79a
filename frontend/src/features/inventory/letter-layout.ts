import { useState } from 'react';

const layouts = ['tiles', 'table'] as const;
export type LetterLayout = (typeof layouts)[number];

const key = 'marqueedesk.inventory.layout';

function storedLayout(): LetterLayout {
  try {
    const stored = localStorage.getItem(key);
    return layouts.find((layout) => layout === stored) ?? 'tiles';
  } catch {
    return 'tiles';
  }
}

/** The letters' layout on narrow screens, remembered on this device. */
export function useLetterLayout(): [LetterLayout, (layout: LetterLayout) => void] {
  const [layout, setLayout] = useState(storedLayout);
  const choose = (next: LetterLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  };
  return [layout, choose];
}
