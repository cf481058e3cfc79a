import { type ReactNode, useCallback, useState } from 'react';
import { type StatusChange, useChangeStatus } from '@/api/bookings';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import type { Booking, BookingDetails } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { shortagesOf } from '@/components/booking/stock';
import { dayIn } from '@/lib/dates';
import { toast } from '@/ui/toast-store';
import { actionTexts, type BookingAction, isEarly, signText, UNDO_SECONDS, updateFailed } from './actions';
import { type Answers, type Question, StatusQuestions } from './StatusQuestions';

export interface BookingActions {
  run: (action: BookingAction, booking: Booking) => void;
  /** The booking that is being changed now. */
  busyId: number | null;
  /** The questions that actions ask; put them on the page once. */
  dialogs: ReactNode;
}

/** The change that an action asks for. */
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
 * The change that undoes an action; null if another action answers it.
 *
 * @param emailed true if the customer gets an email, and the time for which that email is held back has passed
 */
function undoOf(action: BookingAction, booking: Booking, emailed: boolean): StatusChange | null {
  if (action !== 'complete' && action !== 'cancel') return null;
  const status = action === 'cancel' && booking.status === 'pending' ? 'pending' : 'confirmed';
  return { id: booking.id, status, reopen: true, ...(emailed && { notify: true }) };
}

/** Confirms, cancels, completes and reopens bookings: asks where something is lost, and offers to undo it afterwards. */
export function useBookingActions(currency: string): BookingActions {
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
          description: `${back.customerName}, ${signText(back)} is ${back.status} again.`,
        });
      } catch (error) {
        toast({ title: 'This could not be undone', description: sentenceOf(error), destructive: true });
      }
    },
    [mutateAsync],
  );
  const tell = useCallback(
    (action: BookingAction, booking: Booking, changed: BookingDetails, answers: Answers) => {
      const notify = action === 'cancel' && answers.notify !== false;
      const at = Date.now();
      const emailed = () => notify && Date.now() - at > (UNDO_SECONDS - 1) * 1000;
      toast({
        title: actionTexts[action].done,
        description: `${changed.customerName}, ${signText(changed)}`,
        // Money that went back stays back: the booking can be reopened, but that undoes only a part of it.
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
    [undo, handles],
  );
  const send = useCallback(
    (action: BookingAction, booking: Booking, answers: Answers = {}) => {
      mutate(changeOf(action, booking, answers), {
        onSuccess: (changed) => {
          setQuestion(null);
          tell(action, booking, changed, answers);
        },
        onError: (error) => {
          const shortages = shortagesOf(error);
          if (shortages !== null) {
            // The question says all there is to say; a toast would only cover it.
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
    [mutate, tell],
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
        failure={change.error === null || shortagesOf(change.error) !== null ? null : failureOf(change.error)}
        pending={change.isPending}
        onAnswer={(action, answers) => send(action, question.booking, answers)}
        onClose={() => setQuestion(null)}
      />
    );
  return { run, busyId: change.isPending ? (change.variables?.id ?? null) : null, dialogs };
}
