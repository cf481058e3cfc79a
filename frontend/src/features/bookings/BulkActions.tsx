import { Banknote, Check, CircleCheck, Download, Printer, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useBulk } from '@/api/bookings';
import { sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import type { Booking, BulkInput, BulkOutcome } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { EmailChoice } from '@/components/booking/EmailChoice';
import { dayIn, formatDay } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast-store';
import { actionsFor, isEarly, UNDO_SECONDS } from './actions';
import { ReasonField } from './CancelQuestion';

const PrintSelected = lazy(async () => ({ default: (await import('./PrintSelected')).PrintSelected }));

type Action = 'confirm' | 'complete' | 'cancel' | 'mark_paid';

const words: Readonly<Record<Action, { verb: string; pending: string; done: string }>> = {
  confirm: { verb: 'Confirm', pending: 'Confirming...', done: 'confirmed' },
  complete: { verb: 'Complete', pending: 'Completing...', done: 'completed' },
  cancel: { verb: 'Cancel', pending: 'Canceling...', done: 'canceled' },
  mark_paid: { verb: 'Mark Paid', pending: 'Marking as paid...', done: 'marked as paid' },
};
const icons = { confirm: Check, complete: CircleCheck, cancel: X, mark_paid: Banknote } as const;
/** Limit of job sheets in one print run. */
const MOST_SHEETS = 50;

export interface BulkActionsProps {
  /** The selected bookings. */
  bookings: readonly Booking[];
  currency: string;
  onClear: () => void;
}

/** Actions on all selected bookings, with the outcome of each. */
export function BulkActions({ bookings, currency, onClear }: BulkActionsProps) {
  const format = useFormat();
  const handles = useCan('handleBookings');
  const money = useCan('seeMoney');
  const bulk = useBulk();
  const [asking, setAsking] = useState<{ action: Action; bookings: readonly Booking[] } | null>(null);
  const [printing, setPrinting] = useState(false);
  const [left, setLeft] = useState<{ action: Action; outcomes: readonly BulkOutcome[] } | null>(null);

  const undo = async (action: Action, outcomes: readonly BulkOutcome[]) => {
    try {
      const back = await bulk.mutateAsync({
        action: 'reopen',
        ids: outcomes.map(({ id }) => id),
      });
      const failed = back.filter(({ done }) => !done);
      toast(
        failed.length === 0
          ? { title: 'Undone', description: `${counted(back.length, 'booking')} restored.` }
          : {
              title: `${failed.length} of ${counted(back.length, 'booking')} couldn't be undone`,
              description: failed.map(nameOf).join(', '),
              destructive: true,
            },
      );
    } catch (error) {
      toast({
        title: `${words[action].verb} couldn't be undone`,
        description: sentenceOf(error),
        destructive: true,
      });
    }
  };
  const send = (action: Action, chosen: readonly Booking[], answers: Partial<BulkInput>) =>
    bulk.mutate(
      {
        action,
        ids: chosen.map(({ id }) => id),
        ...answers,
        ...(action === 'cancel' && { undoSeconds: UNDO_SECONDS }),
      },
      {
        onSuccess: (outcomes) => {
          setAsking(null);
          const done = outcomes.filter((outcome) => outcome.done);
          const failed = outcomes.filter((outcome) => !outcome.done);
          setLeft(failed.length === 0 ? null : { action, outcomes: failed });
          if (failed.length === 0) onClear();
          if (done.length > 0) {
            toast({
              title: `${counted(done.length, 'booking')} ${words[action].done}`,
              ...(failed.length > 0 && {
                description: `${failed.length} unchanged. See the reasons above the list.`,
              }),
              ...((action === 'complete' || action === 'cancel') &&
                handles && {
                  action: { label: 'Undo', onPress: () => void undo(action, done) },
                }),
            });
          }
        },
      },
    );
  if (bookings.length === 0 && left === null) return null;
  const actions = (['confirm', 'complete', 'mark_paid', 'cancel'] as const).filter(
    (action) => action === 'complete' || (handles && (action !== 'mark_paid' || money)),
  );
  return (
    <div className="grid gap-3">
      {left === null ? null : (
        <Alert
          title={`${counted(left.outcomes.length, 'booking')} couldn't be ${words[left.action].done}`}
          action={
            <Button kind="secondary" size="sm" onClick={() => setLeft(null)}>
              Dismiss
            </Button>
          }
        >
          <ul className="list-disc pl-5">
            {left.outcomes.map((outcome) => (
              <li key={outcome.id} className="break-words">
                <b className="font-medium">{nameOf(outcome)}</b>: {outcome.message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {bookings.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-action/40 bg-action-wash px-4 py-2.5 text-sm">
          <p className="tabular font-medium" role="status">
            {counted(bookings.length, 'booking')} selected
          </p>
          <div className="ml-auto flex flex-wrap gap-2">
            <Button kind="quiet" size="sm" onClick={onClear}>
              Clear
            </Button>
            <Button
              kind="secondary"
              size="sm"
              disabled={bookings.length > MOST_SHEETS}
              aria-busy={printing}
              onClick={() => setPrinting(true)}
            >
              <Printer aria-hidden="true" />
              Print
            </Button>
            {money ? (
              <Button asChild kind="secondary" size="sm">
                <a href={`/api/reports/bookings.csv?ids=${bookings.map(({ id }) => id).join(',')}`} download>
                  <Download aria-hidden="true" />
                  Export
                </a>
              </Button>
            ) : null}
            {actions.map((action) => {
              const chosen = bookings.filter((booking) => canBe(action, booking));
              const Icon = icons[action];
              return chosen.length === 0 ? null : (
                <Button
                  key={action}
                  kind={action === 'cancel' ? 'danger' : 'secondary'}
                  size="sm"
                  disabled={bulk.isPending}
                  onClick={() => {
                    bulk.reset();
                    setAsking({ action, bookings: chosen });
                  }}
                >
                  <Icon aria-hidden="true" />
                  {words[action].verb} {chosen.length}
                </Button>
              );
            })}
          </div>
        </div>
      )}
      {asking === null ? null : (
        <Question
          key={asking.action}
          {...asking}
          failure={refusalOf(format, bulk.error)}
          pending={bulk.isPending}
          onAnswer={(answers) => send(asking.action, asking.bookings, answers)}
          onClose={() => setAsking(null)}
        />
      )}
      {printing ? (
        <Suspense fallback={null}>
          <PrintSelected bookings={bookings} currency={currency} onDone={() => setPrinting(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** True if the action applies to the booking. */
function canBe(action: Action, booking: Booking): boolean {
  if (action !== 'mark_paid') return actionsFor(booking.status).includes(action);
  const isAgreed = booking.status === 'confirmed' || booking.status === 'completed';
  return isAgreed && 'balanceDue' in booking && booking.balanceDue > 0;
}

function nameOf({ id, number, customerName }: BulkOutcome): string {
  return `#${number ?? id}${customerName === null ? '' : ` ${customerName}`}`;
}

function Question({
  action,
  bookings,
  failure,
  pending,
  onAnswer,
  onClose,
}: {
  action: Action;
  bookings: readonly Booking[];
  failure: Failure | null;
  pending: boolean;
  onAnswer: (answers: Partial<BulkInput>) => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const handles = useCan('handleBookings');
  const early = bookings.filter((booking) => isEarly(booking, today));
  const latest = early
    .map(({ pickupDate }) => pickupDate)
    .sort()
    .at(-1);
  const all = counted(bookings.length, 'booking');
  const texts: Readonly<Record<Action, string>> = {
    confirm: 'Requests whose letters are no longer available will stay pending.',
    complete:
      latest === undefined
        ? 'Their letters become available again.'
        : !handles
          ? `${counted(early.length, 'pickup')} still to come. Those bookings won't change.`
          : `${counted(early.length, 'pickup')} still to come, the last on ${formatDay(format, latest)}. If you complete them now, their letters become available right away.`,
    mark_paid:
      'The balance due of each is recorded as received today, without a receipt. You can void each payment in its booking.',
    cancel:
      'Their letters become available again. You can reopen these bookings as long as the letters are still free.',
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${words[action].verb} ${all}?`}
      description={texts[action]}
      destructive={action === 'cancel' || (action === 'complete' && early.length > 0)}
      confirmLabel={`${words[action].verb} ${all}`}
      pendingLabel={words[action].pending}
      cancelLabel={action === 'cancel' ? 'Keep Them' : 'Cancel'}
      onConfirm={() =>
        onAnswer(
          action === 'complete'
            ? { early: handles && early.length > 0 }
            : action === 'mark_paid'
              ? {}
              : { notify, ...(action === 'cancel' && reason.trim() !== '' && { reason: reason.trim() }) },
        )
      }
      error={failure}
      pending={pending}
    >
      {action === 'cancel' ? (
        <ReasonField
          hint="Saved in the booking history and included in the email."
          value={reason}
          onChange={setReason}
        />
      ) : null}
      {action === 'complete' || action === 'mark_paid' ? null : (
        <EmailChoice
          to={bookings.find(({ customerEmail }) => customerEmail !== null)?.customerEmail ?? null}
          label="Email each customer"
          checked={notify}
          onChange={setNotify}
        />
      )}
    </ConfirmDialog>
  );
}
