/** A booking that is in the way of a change, as the refusal names it. */
export const conflictingBooking = {
  id: 7,
  number: 3,
  customerName: 'Jonah Weiss',
  deliveryDate: '2026-12-05T08:00:00-05:00',
};
