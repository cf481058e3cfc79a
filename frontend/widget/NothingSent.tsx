/** Shows that a preview sends nothing when its form is submitted. */
import { useEffect } from 'react';
import { PREVIEW } from '@/booking-form/lazy-texts';
import type { ToastText } from '@/booking-form/texts';

export function NothingSent({ show }: { show: (text: ToastText) => void }) {
  useEffect(() => {
    const onSubmit = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      show(PREVIEW);
    };
    // Runs before the form's own handler.
    document.addEventListener('submit', onSubmit, true);
    return () => document.removeEventListener('submit', onSubmit, true);
  }, [show]);
  return null;
}
