import { Ban } from 'lucide-react';
import { sentenceOf } from '@/api/errors';
import { useBlockSender, useSender } from '@/api/senders';
import type { Booking } from '@/api/types';
import { ConfirmButton } from '@/components/ConfirmChange';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/** Button that blocks the sender of an online request and cancels all of their open requests. */
export function BlockSender({ booking, disabled }: { booking: Booking; disabled: boolean }) {
  return (
    <ConfirmButton
      button={(ask) => (
        <Button kind="secondary" size="sm" className="text-danger" disabled={disabled} onClick={ask}>
          <Ban aria-hidden="true" />
          Block Sender
        </Button>
      )}
      change={useBlockSender()}
      input={booking.id}
      title="Block this sender?"
      description={<Consequences bookingId={booking.id} />}
      confirmLabel="Block Sender"
      pendingLabel="Blocking..."
      onDone={({ bookings }) =>
        toast({
          title: 'Sender blocked',
          description: `${counted(bookings.length, 'request')} canceled. You can unblock them in Settings > Booking Rules.`,
        })
      }
    />
  );
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** The effects of blocking the sender, in sentences. */
function Consequences({ bookingId }: { bookingId: number }) {
  const { data, error } = useSender(bookingId);
  if (error !== null) return sentenceOf(error);
  if (data === undefined) return 'Checking which requests will be canceled…';
  const { email, domain, network, bookings, waiting } = data;
  const senders = [
    email,
    ...(domain === null ? [] : [`anyone at ${domain}`]),
    ...(network ? ['anyone on the same internet connection'] : []),
  ];
  const numbers = bookings.slice(0, 10).map((number) => `#${number}`);
  const rest = bookings.length - numbers.length;
  return (
    <>
      <span className="block break-words">
        You'll no longer get online requests from {anyOf.format(senders)}.
      </span>
      <span className="mt-2 block">
        {bookings.length === 0
          ? 'No requests will be canceled.'
          : `${counted(bookings.length, 'request')} will be canceled: ${numbers.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`}
        {waiting === 0
          ? ''
          : ` ${waiting} waiting list ${waiting === 1 ? 'entry' : 'entries'} will be removed.`}{' '}
        No emails will be sent.
      </span>
    </>
  );
}
