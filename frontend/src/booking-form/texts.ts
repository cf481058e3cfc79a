/** Every fixed text of the booking form, once for the public form and the operator's quote builder. */
import type { TextField } from './draft';

export const FORM_TITLE = 'Book Your Marquee Letters';
export const SUBMIT = 'Submit Booking Request';
export const UNAVAILABLE = 'This booking form is not available';
export const RENDER_FAILURE = 'Error loading booking widget';

export const LABELS: Readonly<Record<TextField, string>> = {
  message: 'Message',
  size: 'Size',
  venueId: 'Venue',
  customerName: 'Your Name',
  customerEmail: 'Email',
  customerPhone: 'Phone (Optional)',
  deliveryDate: 'Delivery Date',
  pickupDate: 'Pickup Date',
  eventType: 'Event Type',
  preferredInstallTime: 'Preferred Install Time',
  colorOption: 'Color Option',
  notes: 'Notes (Optional)',
};

/**
 * Name of the button that opens a date field's calendar, and of the calendar: "Choose the day of delivery".
 *
 * It does not contain the field's label, which must lead to the field alone.
 */
export function calendarName(label: string): string {
  return `Choose the day of ${label.replace(/ Date$/, '').toLowerCase()}`;
}

export const EVENT_TYPES: Readonly<Record<string, string>> = {
  birthday: 'Birthday',
  wedding: 'Wedding',
  corporate: 'Corporate',
  graduation: 'Graduation',
  anniversary: 'Anniversary',
  other: 'Other',
};

export const INSTALL_TIMES: Readonly<Record<string, string>> = {
  morning: 'Morning (8am-12pm)',
  afternoon: 'Afternoon (12pm-4pm)',
  evening: 'Evening (4pm-8pm)',
};

export interface ToastText {
  readonly title: string;
  readonly description: string;
}

export const MISSING_INFORMATION: ToastText = {
  title: 'Missing information',
  description: 'Please fill out all required fields',
};
export const BOOKING_SUBMITTED: ToastText = {
  title: 'Booking submitted',
  description: 'Your booking request has been sent!',
};
/** A form that its operator tries out was sent. */
export const PREVIEW: ToastText = {
  title: 'This is a preview',
  description: 'Your customers’ requests are sent from here. Yours was not.',
};
export const BOOKING_FAILED: ToastText = {
  title: 'Error',
  description: 'There was a problem submitting your booking',
};

/** "3 letters", "1 day": a count with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "R, Y and Q" */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}
