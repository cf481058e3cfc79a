import { useState } from 'react';
import type { Booking, Shortage } from '@/api/types';
import { EmailChoice } from '@/booking-parts/EmailChoice';
import { OverbookDialog } from '@/booking-parts/OverbookDialog';
import { formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { formatMoney } from '@/lib/money';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field } from '@/ui/Field';
import { Textarea } from '@/ui/Input';
import { type BookingAction, signText } from './actions';

/** What is asked before the status of a booking changes. */
export type Question =
  | { kind: 'cancel'; booking: Booking }
  | { kind: 'early'; booking: Booking }
  | { kind: 'reopen'; booking: Booking }
  | {
      kind: 'overbook';
      action: BookingAction;
      booking: Booking;
      sentence: string;
      shortages: readonly Shortage[];
      /** The answer to the question before. */
      answers: Answers;
    };

export interface Answers {
  early?: boolean;
  notify?: boolean;
  reason?: string;
  overbookReason?: string;
}

export interface StatusQuestionsProps {
  question: Question;
  currency: string;
  failure: Failure | null;
  pending: boolean;
  onAnswer: (action: BookingAction, answers: Answers) => void;
  onClose: () => void;
}

/** The question about one change of status. */
export function StatusQuestions(props: StatusQuestionsProps) {
  const { question, failure, pending, onAnswer, onClose } = props;
  if (question.kind === 'cancel') return <CancelQuestion {...props} booking={question.booking} />;
  if (question.kind === 'reopen') return <ReopenQuestion {...props} booking={question.booking} />;
  if (question.kind === 'early') return <EarlyQuestion {...props} booking={question.booking} />;
  return (
    <OverbookDialog
      message={question.booking.message}
      explanation={
        question.action === 'confirm'
          ? 'The letters were held for a while and have since been given to other bookings. You can confirm all the same when you get the missing letters elsewhere; the booking is then marked.'
          : 'The letters have since been given to other bookings. You can take this booking back all the same when you get the missing letters elsewhere; the booking is then marked.'
      }
      sentence={question.sentence}
      shortages={question.shortages}
      failure={failure}
      pending={pending}
      onOverbook={(overbookReason) => onAnswer(question.action, { ...question.answers, overbookReason })}
      onClose={onClose}
    />
  );
}

type Asked = StatusQuestionsProps & { booking: Booking };

function EarlyQuestion({ booking, failure, pending, onAnswer, onClose }: Asked) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Complete booking #${booking.number} early?`}
      description={`Pickup is on ${formatDay(booking.pickupDate)}. Completed now, its letters are free for others at once.`}
      confirmLabel="Complete Early"
      pendingLabel="Completing..."
      cancelLabel="Not Yet"
      onConfirm={() => onAnswer('complete', { early: true })}
      error={failure}
      pending={pending}
    />
  );
}

/** Says that money paid stays with the business until it refunds it; empty for people who see no money. */
function paidNote({ received }: Booking, currency: string): string {
  return received > 0
    ? ` ${formatMoney(received, currency)} has been paid and is not refunded automatically: refund it in the booking, under Money.`
    : '';
}

function CancelQuestion({ booking, currency, failure, pending, onAnswer, onClose }: Asked) {
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Cancel booking #${booking.number}?`}
      description={`${booking.customerName}, ${signText(booking)}. Its letters become free for others. You can reopen it while they are.${paidNote(booking, currency)}`}
      confirmLabel="Cancel Booking"
      pendingLabel="Canceling..."
      cancelLabel="Keep Booking"
      onConfirm={() => onAnswer('cancel', { notify, ...(reason.trim() !== '' && { reason: reason.trim() }) })}
      error={failure}
      pending={pending}
    >
      <Field
        label="Reason (Optional)"
        hint={
          notify && booking.customerEmail !== null
            ? 'Kept in the history, and quoted in the email.'
            : 'Kept in the history.'
        }
      >
        <Textarea
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <EmailChoice
        to={booking.customerEmail}
        label={`Email ${booking.customerName} that it is canceled`}
        checked={notify}
        onChange={setNotify}
      />
    </ConfirmDialog>
  );
}

function ReopenQuestion({ booking, failure, pending, onAnswer, onClose }: Asked) {
  // A customer who learned that it is canceled should learn that it is not.
  const [notify, setNotify] = useState(booking.status === 'canceled');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Reopen booking #${booking.number}?`}
      description={`${booking.customerName}, ${signText(booking)}. It is confirmed again and holds its letters, if they are still free.`}
      destructive={false}
      confirmLabel="Reopen Booking"
      pendingLabel="Reopening..."
      onConfirm={() => onAnswer('reopen', { notify })}
      error={failure}
      pending={pending}
    >
      <EmailChoice
        to={booking.customerEmail}
        label={`Email ${booking.customerName} that it is confirmed`}
        checked={notify}
        onChange={setNotify}
      />
    </ConfirmDialog>
  );
}
