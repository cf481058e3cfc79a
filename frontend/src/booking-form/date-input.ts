/** Pointer and keyboard behavior of date fields, shared by the app and the public form. */
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Format } from '@/lib/format';

/** Where the focus goes when the month opens: to its days, or to the pressed field. */
export type KeysGo = 'month' | 'field';

/**
 * Event handlers of a date field. `show` opens the month. `settle` replaces the typed text with the parsed
 * date, which shows how it was understood; call it on blur, too.
 */
export function dateInput(format: Format, open: boolean, show: (keys: KeysGo) => void, settle: () => void) {
  return {
    placeholder: format.dateFormat,
    autoComplete: 'off',
    // Select a filled-in day so that typing replaces it. Selecting also takes the focus, which a tap may have
    // moved.
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) =>
      currentTarget === document.activeElement && currentTarget.select(),
    onMouseDown: (event: MouseEvent) => {
      if (open) return;
      // On touch screens the keyboard would cover the month; a second tap opens it.
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
