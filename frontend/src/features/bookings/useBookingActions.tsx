import { type ReactNode, useCallback, useState } from 'react';
import { type StatusChange, useChangeStatus } from '@/api/bookings';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import type { Booking, BookingDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { shortagesOf } from '@/components/booking/stock';
import { dayIn } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { toast } from '@/ui/toast-store';
import { actionTexts, type BookingAction, isEarly, signText, UNDO_SECONDS, updateFailed } from './actions';
import { type Answers, type Question, StatusQuestions } from './StatusQuestions';

export interface BookingActions {
  run: (action: BookingAction, booking: Booking) => void;
  /** The booking with a status change in progress. */
  busyId: number | null;
  /** The dialogs of the actions; render them once on the page. */
  dialogs: ReactNode;
}

/** The status change for an action. */
function changeOf(action: BookingAction, booking: Booking, answers: Answers): StatusChange {
  return {
    id: booking.id,
    status: actionTexts[action].to,
    ...answers,
    ...(action === 'reopen' && { reopen: true }),
    ...(action === 'cancel' && { undoSeconds: UNDO_SECONDS }),
  };
}

/**
 * The status change that undoes an action; null if the action cannot be undone.
 *
 * @param emailed true if the customer is notified and the email is no longer held back
 */
function undoOf(action: BookingAction, booking: Booking, emailed: boolean): StatusChange | null {
  if (action !== 'complete' && action !== 'cancel') return null;
  const status = action === 'cancel' && booking.status === 'pending' ? 'pending' : 'confirmed';
  return { id: booking.id, status, reopen: true, ...(emailed && { notify: true }) };
}

/**
 * Actions to confirm, cancel, complete and reopen bookings, with confirmation dialogs before a loss and an
 * undo button afterwards.
 */
export function useBookingActions(currency: string): BookingActions {
  const format = useFormat();
  const change = useChangeStatus();
  const handles = useCan('handleBookings');
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const [question, setQuestion] = useState<Question | null>(null);
  const { mutate, mutateAsync, reset } = change;

  const undo = useCallback(
    async (step: StatusChange) => {
      try {
        const back = await mutateAsync(step);
        toast({
          title: 'Undone',
          description: `${back.customerName}, ${signText(format, back)} is ${back.status} again.`,
        });
      } catch (error) {
        toast({ title: "Couldn't undo", description: sentenceOf(error), destructive: true });
      }
    },
    [mutateAsync, format],
  );
  const showResult = useCallback(
    (action: BookingAction, booking: Booking, changed: BookingDetails, answers: Answers) => {
      const notify = action === 'cancel' && answers.notify !== false;
      const at = Date.now();
      const emailed = () => notify && Date.now() - at > (UNDO_SECONDS - 1) * 1000;
      toast({
        title: actionTexts[action].done,
        description: `${changed.customerName}, ${signText(format, changed)}`,
        // Refunds cannot be undone, so no Undo is offered after one; the booking can still be reopened.
        ...(handles &&
          answers.refund !== true &&
          undoOf(action, booking, false) !== null && {
            action: {
              label: 'Undo',
              onPress: () => {
                const step = undoOf(action, booking, emailed());
                if (step !== null) void undo(step);
              },
            },
          }),
      });
    },
    [undo, handles, format],
  );
  const send = useCallback(
    (action: BookingAction, booking: Booking, answers: Answers = {}) => {
      mutate(changeOf(action, booking, answers), {
        onSuccess: (changed) => {
          setQuestion(null);
          showResult(action, booking, changed, answers);
        },
        onError: (error) => {
          const shortages = shortagesOf(error);
          if (shortages !== null) {
            // The overbooking dialog shows the reason; a toast would only cover it.
            const sentence = sentenceOf(error);
            setQuestion({ kind: 'overbook', action, booking, sentence, shortages, answers });
            return;
          }
          if (error instanceof ApiError && error.code === 'too_early') {
            setQuestion({ kind: 'early', booking });
            return;
          }
          toast({ title: updateFailed, description: sentenceOf(error), destructive: true });
        },
      });
    },
    [mutate, showResult],
  );
  const run = useCallback(
    (action: BookingAction, booking: Booking) => {
      reset();
      if (action === 'cancel' || action === 'reopen') setQuestion({ kind: action, booking });
      else if (action === 'complete' && isEarly(booking, today)) setQuestion({ kind: 'early', booking });
      else send(action, booking);
    },
    [reset, send, today],
  );

  const dialogs =
    question === null ? null : (
      <StatusQuestions
        key={`${question.kind} ${question.booking.id}`}
        question={question}
        currency={currency}
        failure={
          change.error === null || shortagesOf(change.error) !== null ? null : failureOf(format, change.error)
        }
        pending={change.isPending}
        onAnswer={(action, answers) => send(action, question.booking, answers)}
        onClose={() => setQuestion(null)}
      />
    );
  return { run, busyId: change.isPending ? (change.variables?.id ?? null) : null, dialogs };
}
