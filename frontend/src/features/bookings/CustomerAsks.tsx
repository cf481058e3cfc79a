import { CalendarX, Hourglass, MessageCircleQuestion, ThumbsDown, ThumbsUp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import {
  type ChangeOut,
  type ChangeRequest,
  type RequestedChange,
  useAcceptChange,
  useAnswerChange,
  useCustomerSide,
} from '@/api/customer-side';
import { refusalOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import type { BookingDetails } from '@/api/types';
import { useEmailPromise } from '@/components/booking/EmailChoice';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Textarea } from '@/ui/Input';
import { HiddenPlaceholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { EditDialog } from './edit/LazyEditDialog';
import { sectionOfRequest } from './edit/sections';

export interface CustomerAsksProps {
  booking: BookingDetails;
  currency: string;
}

/**
 * Customer actions that need a reply: change requests, cancellations and agreements. Empty if there are none.
 */
export function CustomerAsks({ booking, currency }: CustomerAsksProps) {
  const { data } = useCustomerSide(booking.id);
  const handles = useCan('handleBookings');
  const format = useFormat();
  const accept = useAcceptChange(booking.id);
  const markDone = useAnswerChange(booking.id);
  const [editing, setEditing] = useState<ChangeRequest | null>(null);
  const [answering, setAnswering] = useState<{ request: ChangeRequest; outcome: Outcome } | null>(null);
  const open = data?.changeRequests.filter(({ doneAt }) => doneAt === null) ?? [];
  const canceled = booking.status === 'canceled' ? (data?.cancellation ?? null) : null;
  const editable = booking.status === 'pending' || booking.status === 'confirmed';
  const agreement = editable ? (data?.agreement ?? null) : null;
  if (open.length === 0 && canceled === null && agreement === null && answering === null) return null;
  return (
    <div className="grid gap-3 border-line border-b px-5 py-4">
      {canceled === null ? null : (
        <Note
          icon={<CalendarX />}
          title="Canceled by the customer"
          when={canceled.at}
          text={canceled.reason ?? undefined}
        >
          {canceled.fee == null ? null : (
            <p className="mt-1 text-soft">
              {canceled.fee > 0
                ? `They accepted a cancellation fee of ${formatMoney(canceled.fee, currency)}.`
                : 'No cancellation fee applies.'}
            </p>
          )}
        </Note>
      )}
      {agreement === null ? null : (
        <Note
          icon={agreement.agreed ? <ThumbsUp /> : agreement.agreed === false ? <ThumbsDown /> : <Hourglass />}
          title={agreementTitles[`${agreement.agreed}`]}
          when={agreement.answeredAt ?? agreement.askedAt}
          text={agreement.text ?? undefined}
        >
          {agreement.agreed === null ? (
            <p className="mt-1 text-soft">They can respond on their booking page.</p>
          ) : null}
        </Note>
      )}
      {open.map((request) => (
        <Note
          key={request.id}
          icon={<MessageCircleQuestion />}
          title="Change requested"
          when={request.askedAt}
          text={request.text}
        >
          {request.change == null ? null : (
            <p className="mt-1 text-soft">{changeInWords(request.change, currency)}</p>
          )}
          <FailureAlert failure={accept.variables === request.id ? refusalOf(format, accept.error) : null} />
          {handles ? (
            <div className="mt-3 flex flex-wrap gap-2">
              {editable && request.change != null ? (
                <Button
                  size="sm"
                  disabled={accept.isPending || request.change.problem !== null || !request.change.available}
                  onClick={() =>
                    accept.mutate(request.id, { onSuccess: () => toast({ title: 'Booking changed' }) })
                  }
                >
                  Accept
                </Button>
              ) : null}
              {editable ? (
                <Button size="sm" onClick={() => setEditing(request)}>
                  Edit Booking
                </Button>
              ) : null}
              <Button kind="secondary" size="sm" onClick={() => setAnswering({ request, outcome: 'made' })}>
                Mark as Done
              </Button>
              <Button
                kind="secondary"
                size="sm"
                onClick={() => setAnswering({ request, outcome: 'declined' })}
              >
                Decline
              </Button>
            </div>
          ) : null}
        </Note>
      ))}
      {editing === null ? null : (
        <Suspense fallback={<HiddenPlaceholder />}>
          <EditDialog
            booking={booking}
            currency={currency}
            section={sectionOfRequest(editing)}
            note={<RequestNote request={editing} />}
            onClose={() => setEditing(null)}
            onSaved={() => {
              setEditing(null);
              markDone.mutate(
                { requestId: editing.id, outcome: 'made' },
                {
                  onSuccess: () => toast({ title: texts.made.done }),
                  // The booking is saved; the dialog shows what happens when this is tried again.
                  onError: () => setAnswering({ request: editing, outcome: 'made' }),
                },
              );
            }}
          />
        </Suspense>
      )}
      {answering === null ? null : (
        <AnswerDialog bookingId={booking.id} {...answering} onClose={() => setAnswering(null)} />
      )}
    </div>
  );
}

/** The customer's request above the edit form, and what saving does with it. */
function RequestNote({ request }: { request: ChangeRequest }) {
  const hint = useEmailPromise('Saving marks this request as done and emails your customer.');
  return (
    <div className="grid gap-1.5 rounded-md border border-amber-line bg-amber-wash px-3.5 py-3 text-sm">
      <blockquote className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words">
        {request.text}
      </blockquote>
      <p className="text-soft text-xs">{hint}</p>
    </div>
  );
}

/** Availability and price difference of a requested change. */
function changeInWords(
  { problem, available, difference, reschedulingFee }: RequestedChange,
  currency: string,
) {
  if (problem !== null) return problem;
  const parts = [available ? 'Everything is available.' : 'Some letters or items aren’t available.'];
  if (difference != null)
    parts.push(
      difference === 0
        ? 'The price stays the same.'
        : `Price: ${difference > 0 ? '+' : '−'}${formatMoney(Math.abs(difference), currency)}.`,
    );
  if (reschedulingFee) parts.push(`Rescheduling fee: ${formatMoney(reschedulingFee, currency)}.`);
  return parts.join(' ');
}

const agreementTitles = {
  null: 'Waiting for the customer to agree to a change',
  true: 'The customer agreed to the change',
  false: 'The customer declined the change',
} as const;

type Outcome = ChangeOut['outcome'];

interface NoteProps {
  icon: ReactNode;
  title: string;
  when: string;
  text: string | undefined;
  children: ReactNode;
}

function Note({ icon, title, when, text, children }: NoteProps) {
  const format = useFormat();
  return (
    <section
      aria-label={title}
      className="flex gap-3 rounded-md border border-amber-line bg-amber-wash px-3.5 py-3 text-sm"
    >
      <span aria-hidden="true" className="mt-0.5 text-amber [&_svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-3">
          <b className="font-medium text-amber">{title}</b>
          <span className="tabular text-soft text-xs">{formatMoment(format, when)}</span>
        </p>
        {text === undefined ? null : <p className="mt-1 whitespace-pre-wrap break-words">{text}</p>}
        {children}
      </div>
    </section>
  );
}

const texts = {
  made: {
    title: 'Mark the Change as Done',
    hint: "We'll email your customer. If they already got an email about the new dates, we'll send another only if you add a message.",
    submit: 'Mark as Done',
    done: 'Change marked as done',
  },
  declined: {
    title: 'Decline the Change Request',
    hint: "We'll email your customer that their booking hasn't changed.",
    submit: 'Decline Change',
    done: 'Change declined',
  },
} as const;

interface AnswerDialogProps {
  bookingId: number;
  request: ChangeRequest;
  outcome: Outcome;
  onClose: () => void;
}

function AnswerDialog({ bookingId, request, outcome, onClose }: AnswerDialogProps) {
  const format = useFormat();
  const send = useAnswerChange(bookingId);
  const [answer, setAnswer] = useState('');
  const { title, submit, done } = texts[outcome];
  const hint = useEmailPromise(texts[outcome].hint);
  const onSubmit = () => {
    const words = answer.trim();
    send.mutate(
      { requestId: request.id, outcome, ...(words !== '' && { answer: words }) },
      {
        onSuccess: () => {
          onClose();
          toast({ title: done });
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      onSubmit={onSubmit}
      submitLabel={submit}
      pendingLabel="Sending..."
      error={refusalOf(format, send.error)}
      pending={send.isPending}
      unsaved={answer.trim() !== ''}
      className="sm:max-w-lg"
    >
      <div className="grid gap-4">
        <blockquote className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words border-bulb border-l-2 pl-3 text-soft text-sm">
          {request.text}
        </blockquote>
        <Field label="Message to Your Customer (Optional)" hint={hint}>
          <Textarea
            name="answer"
            rows={4}
            maxLength={2000}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
