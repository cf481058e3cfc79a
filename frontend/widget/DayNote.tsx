/** A chosen day in words, and why nothing is delivered or picked up on it. */
import { dayInWords } from '@/booking-form/dates';
import { STOCK } from '@/booking-form/lazy-texts';
import { type LoadFullDays, useFullDays } from '@/booking-form/MonthTable';
import { monthOf } from '@/booking-form/months';
import type { Form } from './fields';

interface DayNoteProps {
  readonly form: Form;
  readonly name: 'deliveryDate' | 'pickupDate';
  readonly chosen: string;
  readonly hours?: string | null;
  readonly loadFullDays: LoadFullDays | null;
}

export function DayNote({ form, name, chosen: day, hours, loadFullDays }: DayNoteProps) {
  // The price knows it; before there is one, the month does, which is read once then and not for each letter typed.
  const unpriced = form.missing.includes('message');
  const month = useFullDays(monthOf(day), unpriced ? loadFullDays : null);
  const stop = name === 'deliveryDate' ? 'delivery' : 'pickup';
  const priced = form.estimate.estimate?.closedStops?.find(
    (closed) => closed.stop === stop && closed.day === day,
  );
  const reason = unpriced ? month.get(day) : priced?.reason;
  // Letters are nothing that the day could help; a day that has been is refused at the field.
  const said = reason && reason in STOCK.closed ? STOCK.closed[reason as keyof typeof STOCK.closed] : null;
  const words = dayInWords(day, 'short');
  return said ? <b>{said(words)}</b> : [words, hours].filter(Boolean).join(' · ');
}
