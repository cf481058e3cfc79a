/** The pickup that a form fills in when a delivery is chosen. */
import type { Format } from '@/lib/format';
import { addDays, isoFromTyped, typedFromIso } from './dates';
import type { LoadFullDays } from './MonthTable';
import { monthOf } from './months';
import type { BookingForm } from './useBookingForm';

/**
 * The day after a delivery. Null if the chosen pickup fits: it is neither before the delivery nor beyond the
 * longest rental. Any other pickup is left over from a previous delivery.
 */
export function pickupFor(delivery: string, pickup: string | null, longest: number): string | null {
  return pickup !== null && pickup >= delivery && pickup <= addDays(delivery, longest)
    ? null
    : addDays(delivery, 1);
}

/**
 * The first day from `day` to `last` with pickups, or `day` if there is none. Days without enough letters
 * count as open, because a longer rental would lack the same letters.
 */
export async function firstOpenDay(
  day: string,
  last: string,
  load: LoadFullDays,
  signal: AbortSignal,
): Promise<string> {
  let loaded: { month: string; days: Awaited<ReturnType<LoadFullDays>> } = { month: '', days: [] };
  for (let open = day; open <= last; open = addDays(open, 1)) {
    const month = monthOf(open);
    if (month !== loaded.month) loaded = { month, days: await load(month, signal) };
    const openDay = loaded.days.find(({ date }) => date === open);
    if (!openDay || openDay.available || (openDay.reason ?? 'letters') === 'letters') return open;
  }
  return day;
}

/**
 * Timeout for loading the days. After that the pickup stays: if it moved much later, it would surprise the
 * user.
 */
const PATIENCE_MS = 5000;

/**
 * Fill in the pickup of a delivery, and move it to an open day once the days are loaded, unless it was
 * changed meanwhile.
 */
export async function fillPickup(
  format: Format,
  form: Pick<BookingForm<object>, 'change' | 'current'>,
  delivery: string,
  longest: number,
  load: LoadFullDays | null,
): Promise<void> {
  const day = pickupFor(delivery, isoFromTyped(format, form.current().pickupDate), longest);
  if (day === null) return;
  const put = (pickup: string) => {
    form.change({ pickupDate: typedFromIso(format, pickup) });
    writeOver('pickupDate');
  };
  put(day);
  if (!load) return;
  // If loading fails the day stays, and the estimate reports whether it is open.
  const open = await firstOpenDay(
    day,
    addDays(delivery, longest),
    load,
    AbortSignal.timeout(PATIENCE_MS),
  ).catch(() => day);
  const { deliveryDate, pickupDate } = form.current();
  if (
    open !== day &&
    deliveryDate === typedFromIso(format, delivery) &&
    pickupDate === typedFromIso(format, day)
  )
    put(open);
}

/** Select the new text of a focused field after rendering, so that typing replaces it. */
function writeOver(name: string): void {
  queueMicrotask(() =>
    queueMicrotask(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement && field.name === name) field.select();
    }),
  );
}
