/** Pointer and keyboard behavior of date fields, shared by the app and the public form. */
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Format } from '@/lib/format';

/** Element focused when the calendar opens: the calendar, or the date field itself. */
export type KeysGo = 'month' | 'field';

/**
 * Event handlers of a date field. `show` opens the calendar. `settle` replaces the typed text with the parsed
 * date, so that the user sees how it was interpreted. Call it on blur, too.
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
