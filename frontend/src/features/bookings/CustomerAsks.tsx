import { CalendarX, Hourglass, MessageCircleQuestion, ThumbsDown, ThumbsUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ChangeOut, type ChangeRequest, useAnswerChange, useCustomerSide } from '@/api/customer-side';
import { refusalOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import type { BookingDetails } from '@/api/types';
import { useEmailPromise } from '@/components/booking/EmailChoice';
import { formatMoment } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Textarea } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { EditDialog } from './edit/EditDialog';

export interface CustomerAsksProps {
  booking: BookingDetails;
  currency: string;
}

/**
 * What the business needs to answer: changes that the customer asks for, and their cancellation. Else empty.
 */
export function CustomerAsks({ booking, currency }: CustomerAsksProps) {
  const { data } = useCustomerSide(booking.id);
  const handles = useCan('handleBookings');
  const [editing, setEditing] = useState<ChangeRequest | null>(null);
  const [answering, setAnswering] = useState<{ request: ChangeRequest; outcome: Outcome } | null>(null);
  const open = data?.changeRequests.filter(({ doneAt }) => doneAt === null) ?? [];
  const canceled = booking.status === 'canceled' ? (data?.cancelation ?? null) : null;
  const editable = booking.status === 'pending' || booking.status === 'confirmed';
  const agreement = editable ? (data?.agreement ?? null) : null;
  if (open.length === 0 && canceled === null && agreement === null && answering === null) return null;
  return (
    <div className="grid gap-3 border-line border-b px-5 py-4">
      {canceled === null ? null : (
        <Note
          icon={<CalendarX />}
          title="Your customer has canceled"
          when={canceled.at}
          text={canceled.reason ?? undefined}
        >
          {canceled.fee == null ? null : (
            <p className="mt-1 text-soft">
              {canceled.fee > 0
                ? `They saw that it costs ${formatMoney(canceled.fee, currency)}.`
                : 'They saw that it costs nothing.'}
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
            <p className="mt-1 text-soft">They answer on their booking page.</p>
          ) : null}
        </Note>
      )}
      {open.map((request) => (
        <Note
          key={request.id}
          icon={<MessageCircleQuestion />}
          title="Your customer asks for a change"
          when={request.askedAt}
          text={request.text}
        >
          {handles ? (
            <div className="mt-3 flex flex-wrap gap-2">
              {editable ? (
                <Button size="sm" onClick={() => setEditing(request)}>
                  Change Booking
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
        <EditDialog
          booking={booking}
          currency={currency}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            setAnswering({ request: editing, outcome: 'made' });
          }}
        />
      )}
      {answering === null ? null : (
        <AnswerDialog bookingId={booking.id} {...answering} onClose={() => setAnswering(null)} />
      )}
    </div>
  );
}

const agreementTitles = {
  null: 'You asked your customer to agree to a change',
  true: 'Your customer agreed to the change',
  false: 'Your customer does not agree to the change',
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
          <span className="tabular text-soft text-xs">{formatMoment(when)}</span>
        </p>
        {text === undefined ? null : <p className="mt-1 whitespace-pre-wrap break-words">{text}</p>}
        {children}
      </div>
    </section>
  );
}

const texts = {
  made: {
    title: 'The Change Is Made',
    hint: 'Your customer gets an email. If they already got one about the new days, they get another only with an answer.',
    submit: 'Mark as Done',
    done: 'Change marked as done',
  },
  declined: {
    title: 'Decline the Change',
    hint: 'Your customer gets an email that the booking stays as it is.',
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
      error={refusalOf(send.error)}
      pending={send.isPending}
      unsaved={answer.trim() !== ''}
      className="sm:max-w-lg"
    >
      <div className="grid gap-4">
        <blockquote className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words border-bulb border-l-2 pl-3 text-soft text-sm">
          {request.text}
        </blockquote>
        <Field label="Words to Your Customer (Optional)" hint={hint}>
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
