/** The form as its operator tries it out in the settings: everything works, and nothing is sent or remembered. */
import type { BookingCalls } from '@/booking-form/useBookingForm';
import { askEstimate, type Booked } from './calls';

/** The form's calls, without the key by which the server would remember what could not be built. */
export const previewCalls: BookingCalls<Booked> = {
  estimate: (request, _key, signal) => askEstimate(request, '', signal),
  book: () => Promise.reject(new Error('A preview books nothing.')),
};
