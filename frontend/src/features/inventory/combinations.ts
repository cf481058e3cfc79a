import type { components } from '@/api/schema';

type Combination = components['schemas']['PopularOut'];

/** Examples, shown as such until the operator has bookings of their own (specification, section 2). */
export const tradeCombinations: readonly Combination[] = [
  { message: 'MR & MRS', bookings: 32 },
  { message: 'LOVE', bookings: 26 },
  { message: 'HAPPY BIRTHDAY', bookings: 23 },
  { message: 'BABY', bookings: 18 },
  { message: 'CONGRATS', bookings: 15 },
];
