import { useMemo } from 'react';
import { type CustomersBooking, readBooking } from '@/paying/calls';
import { periodInWords } from '@/paying/period';
import { useSecondsLeft } from '@/paying/useSecondsLeft';

interface Props {
  token: string;
  booking: CustomersBooking;
  onChanged: (booking: CustomersBooking) => void;
}

/**
 * Countdown to the end of a hold during which the customer has to pay. At its end, the booking is loaded
 * again.
 */
export function HeldFor({ token, booking, onChanged }: Props) {
  const seconds = booking.held?.secondsLeft;
  const from = useMemo(() => (seconds === undefined ? null : { seconds }), [seconds]);
  const left = useSecondsLeft(from, () => {
    // If this fails, the page stays as it is.
    readBooking(token).then(onChanged, () => undefined);
  });
  return left ? (
    <p role="timer" className="tabular font-medium">
      Held for {periodInWords(left)}
    </p>
  ) : null;
}
