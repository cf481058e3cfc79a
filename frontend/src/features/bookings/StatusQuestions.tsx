import { useState } from 'react';
import type { Booking, LostReason, Shortage } from '@/api/types';
import { EmailChoice } from '@/components/booking/EmailChoice';
import { OverbookDialog } from '@/components/booking/OverbookDialog';
import { formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { type BookingAction, signText } from './actions';
import { CancelQuestion } from './CancelQuestion';

/** A confirmation required before the status of a booking changes. */
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
      /** The user's choices in the previous dialog. */
      answers: Answers;
    };

export interface Answers {
  early?: boolean;
  notify?: boolean;
  reason?: string;
  lostReason?: LostReason;
  overbookReason?: string;
  fee?: number;
  refund?: boolean;
}

export interface StatusQuestionsProps {
  question: Question;
  currency: string;
  failure: Failure | null;
  pending: boolean;
  onAnswer: (action: BookingAction, answers: Answers) => void;
  onClose: () => void;
}

/** The dialog that confirms a status change. */
export function StatusQuestions(props: StatusQuestionsProps) {
  const { question, failure, pending, onAnswer, onClose } = props;
  if (question.kind === 'cancel') {
    return (
      <CancelQuestion
        {...props}
        booking={question.booking}
        onAnswer={(answers) => onAnswer('cancel', answers)}
      />
    );
  }
  if (question.kind === 'reopen') return <ReopenQuestion {...props} booking={question.booking} />;
  if (question.kind === 'early') return <EarlyQuestion {...props} booking={question.booking} />;
  return (
    <OverbookDialog
      message={question.booking.message}
      explanation={
        question.action === 'confirm'
          ? 'The hold has expired and other bookings now use these letters. You can still confirm if you can source the missing letters. The booking will be flagged.'
          : 'Other bookings now use these letters. You can still reopen this booking if you can source the missing letters. The booking will be flagged.'
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
  const format = useFormat();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Complete booking #${booking.number} early?`}
      description={`Pickup is on ${formatDay(format, booking.pickupDate)}. If you complete it now, its letters become available right away.`}
      confirmLabel="Complete Early"
      pendingLabel="Completing..."
      cancelLabel="Not Yet"
      onConfirm={() => onAnswer('complete', { early: true })}
      error={failure}
      pending={pending}
    />
  );
}

function ReopenQuestion({ booking, failure, pending, onAnswer, onClose }: Asked) {
  const format = useFormat();
  // A customer who was emailed about the cancellation should also be emailed about the reopening.
  const [notify, setNotify] = useState(booking.status === 'canceled');
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Reopen booking #${booking.number}?`}
      description={`${booking.customerName}, ${signText(format, booking)}. The booking will be confirmed again if its letters are still available.`}
      destructive={false}
      confirmLabel="Reopen Booking"
      pendingLabel="Reopening..."
      onConfirm={() => onAnswer('reopen', { notify })}
      error={failure}
      pending={pending}
    >
      <EmailChoice
        to={booking.customerEmail}
        label={`Email ${booking.customerName} that the booking is confirmed again`}
        checked={notify}
        onChange={setNotify}
      />
    </ConfirmDialog>
  );
}
