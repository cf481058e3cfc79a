/** How a date's field answers to fingers and keys, in the pages as in the public form. */
import type { KeyboardEvent, MouseEvent } from 'react';
import { FORM } from './texts';

/** Where the keys go while the month is shown: to its days, or on to the field that was pressed. */
export type KeysGo = 'month' | 'field';

/**
 * What a field is given. `show` opens the month. `settle` writes what was typed as it is understood: that settles the
 * doubt which number is the month. It is for whoever leaves the field, too.
 */
export function dateInput(open: boolean, show: (keys: KeysGo) => void, settle: () => void) {
  return {
    placeholder: FORM.datePattern(),
    autoComplete: 'off',
    // A day that was filled in gives way to the one that is typed. Selecting takes the keys, which a finger sent elsewhere.
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) =>
      currentTarget === document.activeElement && currentTarget.select(),
    onMouseDown: (event: MouseEvent) => {
      if (open) return;
      // Where fingers type, the keyboard would cover the month; the second tap types.
      const byFinger = globalThis.matchMedia?.('(pointer: coarse)').matches;
      if (byFinger) event.preventDefault();
      show(byFinger ? 'month' : 'field');
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        show('month');
      }
      if (event.key === 'Enter') settle();
    },
  };
}
