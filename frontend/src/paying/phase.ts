import type { CustomersBooking } from './calls';

/** Where a booking stands whose letters were held for payment. */
export type Phase = 'held' | 'waiting' | 'confirmed' | 'lapsed' | 'ended';

const PHASES: Record<CustomersBooking['state'], Phase> = {
  held: 'held',
  waiting_for_approval: 'waiting',
  confirmed: 'confirmed',
  completed: 'confirmed',
  lapsed: 'lapsed',
  declined: 'ended',
  canceled: 'ended',
};

/** `waiting`: only the business's approval is missing; `lapsed`: the time to pay has expired. */
export const phaseOf = ({ state }: Pick<CustomersBooking, 'state'>): Phase => PHASES[state];
