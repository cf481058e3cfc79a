/** A conflicting booking, as listed in an error response. */
export const conflictingBooking = {
  id: 7,
  number: 3,
  customerName: 'Jonah Weiss',
  deliveryDate: '2026-12-05T08:00:00-05:00',
};
