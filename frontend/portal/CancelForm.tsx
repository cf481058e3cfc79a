import { useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf, formatTime } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import type { CustomersBooking } from '@/paying/calls';
import { type FormProps, Refusal, useSending } from './BookingForms';
import { cancelBooking } from './booking-calls';
import { SendButton, TextBlock } from './fields';
import { secondaryButton } from './looks';
import { useTyped } from './useTyped';

/** Shows the cancellation cost before the customer cancels. */
export function CancelForm({ token, booking, onChanged }: FormProps) {
  const format = useFormat();
  const [confirming, setConfirming] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  // The pressed button is removed from the page, so move focus to the form, which shows the cancellation cost.
  const ask = (now: boolean) => {
    setConfirming(now);
    whole.current?.focus();
  };
  const { send, sending, refused } = useSending(onChanged);
  const { texts, at } = useTyped({ reason: '' }, refused?.fields);
  const { fee, refund, toCard, tiers } = booking.canceling;
  const money = (units: number) => formatMoney(units, booking.currency);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and this has a heading above it.
    <div ref={whole} role="group" aria-label="Cancel" tabIndex={-1} className="mt-3 grid gap-4 outline-none">
      <p>
        {costOf(format, booking, money)}
        {toCard > 0 ? ` ${money(toCard)} will be refunded to the card you paid with.` : ''}
        {refund > toCard
          ? ` ${booking.company.name} will refund ${money(refund - toCard)} to you directly.`
          : ''}
      </p>
      {tiers.length === 0 || booking.status === 'pending' ? null : (
        <ul className="grid gap-1 text-soft text-sm">
          {tiers.map((tier) => (
            <li key={tier}>{tier}</li>
          ))}
        </ul>
      )}
      {confirming ? (
        <>
          <TextBlock {...at('reason')} id="cancel-reason" rows={2} label="Why? (Optional)" maxLength={2000} />
          <Refusal refused={refused} />
          <div className="grid grid-cols-2 gap-2">
            <button type="button" className={`${secondaryButton} px-2`} onClick={() => ask(false)}>
              Keep Booking
            </button>
            <SendButton
              type="button"
              sending={sending}
              meanwhile="Canceling…"
              className={`${secondaryButton} px-2 text-danger`}
              onClick={() => void send(() => cancelBooking(token, fee, texts.reason.trim()))}
            >
              Cancel Booking
            </SendButton>
          </div>
        </>
      ) : (
        <button type="button" className={`${secondaryButton} text-danger`} onClick={() => ask(true)}>
          Cancel This Booking
        </button>
      )}
    </div>
  );
}

/**
 * Sentence with the current cancellation cost: by the steps of the booking's terms, or by its free period and
 * the deposit.
 */
function costOf(
  format: Format,
  { status, deposit, canceling: { fee, freeUntil, tiers } }: CustomersBooking,
  money: (units: number) => string,
): string {
  if (status === 'pending') return 'Canceling a request is free.';
  if (tiers.length > 0) return fee > 0 ? `Canceling now costs ${money(fee)}.` : 'Canceling now is free.';
  if (fee > 0) return `If you cancel now, the fee is your ${money(fee)} deposit.`;
  if (deposit === 0) return 'Canceling is free.';
  const until = `${dayInWords(format, dayOf(freeUntil), 'long')}, ${formatTime(format, freeUntil)}`;
  return `Canceling is free until ${until}. After that, the fee is your ${money(deposit)} deposit.`;
}
