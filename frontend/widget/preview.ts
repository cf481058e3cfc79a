/** The form as its operator tries it out in the settings: everything works, and nothing is sent or remembered. */
import { useEffect } from 'react';
import { PREVIEW, type ToastText } from '@/booking-form/texts';
import type { BookingCalls } from '@/booking-form/useBookingForm';
import { askEstimate, type Booked } from './calls';

/** The form's calls, without the key by which the server would remember what could not be built. */
export const previewCalls: BookingCalls<Booked> = {
  estimate: (request, _key, signal) => askEstimate(request, '', signal),
  book: () => Promise.reject(new Error('A preview books nothing.')),
};

/** Says so, instead of sending, when the form is sent in a preview. */
export function useNothingSent(preview: boolean, show: (text: ToastText) => void): void {
  useEffect(() => {
    if (!preview) return;
    const onSubmit = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      show(PREVIEW);
    };
    // Before the form hears of it.
    document.addEventListener('submit', onSubmit, true);
    return () => document.removeEventListener('submit', onSubmit, true);
  }, [preview, show]);
}
