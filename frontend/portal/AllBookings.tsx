import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { Refusal } from './BookingForms';
import { requestBookingList } from './booking-calls';
import { SendButton, TextField } from './fields';
import { secondaryButton } from './looks';
import { useTyped } from './useTyped';

/** Requests an email with a link to all bookings of the customer. */
export function AllBookings({ token }: { token: string }) {
  const [sending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState('');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const { texts, at } = useTyped({ email: '' }, refused?.fields);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setRefused(null);
    setSentTo('');
    try {
      await requestBookingList(token, texts.email.trim());
      setSentTo(texts.email.trim());
    } catch (error) {
      setRefused(error instanceof ApiError ? error : ApiError.unreachable(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-4">
      <p>Booked more than one sign? We’ll email you a link that shows all of them.</p>
      <TextField
        {...at('email')}
        id="list-email"
        type="email"
        label="The email address you booked with"
        autoComplete="email"
        maxLength={254}
      />
      <Refusal refused={refused} />
      <SendButton sending={sending} meanwhile="Sending…" className={secondaryButton}>
        Email Me the Link
      </SendButton>
      <p role="status" className="break-words text-good text-sm empty:absolute">
        {sentTo === ''
          ? ''
          : `If there are bookings with ${sentTo}, the link is on its way. It works once, for 30 minutes.`}
      </p>
    </form>
  );
}
