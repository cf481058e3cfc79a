import type { DayStop } from '@/api/day';

/**
 * An afternoon delivery, as in the responses for the day page and the crew page, without location and goods.
 */
export const afternoon = {
  kind: 'delivery',
  time: '15:30',
  window: '3:30 PM',
  booking: {
    id: 7,
    number: 3,
    customerName: 'Jane Miller',
    customerPhone: '+1 718 555 0100',
    message: 'BABY',
    status: 'confirmed',
    goods: 'reserved',
    missing: 0,
    overdueSince: null,
  },
  risk: null,
  borrowed: [] as DayStop['borrowed'],
} as const;
