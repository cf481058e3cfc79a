import type { Dashboard } from '@/api/dashboard';
import { addDays } from '@/booking-form/dates';
import { sample } from './sample';

/** The dashboard of a new business on Friday, November 20, 2026. */
export const dashboard = sample<Dashboard>({
  today: '2026-11-20',
  bookingsThisWeek: 0,
  bookingsThisMonth: 0,
  pendingQuotes: 0,
  monthlyRevenue: 0,
  yearToDateRevenue: 0,
  averageBookingCost: 0,
  totalBookingsYearToDate: 0,
  projectedExtraBookings: 0,
  projectedTotalBookings: 0,
  projectedYearEndRevenue: 0,
  upcoming: [],
  months: Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    revenue: 0,
    bookings: 0,
    lastYearRevenue: 0,
    lastYearBookings: 0,
  })),
  days: Array.from({ length: 14 }, (_, index) => ({
    date: addDays('2026-11-20', index),
    deliveries: 0,
    pickups: 0,
  })),
  checklist: { prices: false, timeZone: false, letters: false, venue: false, booking: false },
});
