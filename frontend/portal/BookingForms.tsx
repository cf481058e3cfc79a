import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { type CustomersBooking, readBooking, retakeLetters } from '@/paying/calls';
import { askForChange, tellCrew } from './booking-calls';
import { FormError, SendButton, TextBlock, TextField } from './fields';
import { primaryButton, secondaryButton } from './looks';
import { useTyped } from './useTyped';

export interface FormProps {
  token: string;
  booking: CustomersBooking;
  onChanged: (booking: CustomersBooking) => void;
}

/** Send one request at a time, and keep the error if it is refused. */
export function useSending(onChanged: (booking: CustomersBooking) => void) {
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const send = async (action: () => Promise<CustomersBooking>) => {
    if (sending) return false;
    setSending(true);
    setRefused(null);
    setSent(false);
    try {
      onChanged(await action());
      setSent(true);
      return true;
    } catch (error) {
      setRefused(error instanceof ApiError ? error : ApiError.unreachable(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  return { send, sending, sent, refused };
}

/** Error message of a refused request, unless a field shows it. */
export function Refusal({ refused }: { refused: ApiError | null }) {
  return refused === null || Object.keys(refused.fields).length > 0 ? null : (
    <FormError message={refused.sentence} />
  );
}

interface SubmissionProps {
  state: ReturnType<typeof useSending>;
  label: string;
  pendingLabel: string;
  /** Confirmation shown after sending. */
  confirmation: string;
}

/** End of a form: the error, the submit button and the confirmation. */
function Submission({
  state: { sending, sent, refused },
  label,
  pendingLabel,
  confirmation,
}: SubmissionProps) {
  return (
    <>
      <Refusal refused={refused} />
      <SendButton
        sending={sending}
        meanwhile={pendingLabel}
        className={`${secondaryButton} sm:justify-self-start`}
      >
        {label}
      </SendButton>
      <p role="status" className="text-good text-sm empty:absolute">
        {sent ? confirmation : ''}
      </p>
    </>
  );
}

/** Details that the crew needs on the day. */
export function CrewForm({ token, booking: { crewNotes }, onChanged }: FormProps) {
  const sending = useSending(onChanged);
  const { texts, at } = useTyped(
    {
      power: crewNotes?.power ?? '',
      access: crewNotes?.access ?? '',
      contactName: crewNotes?.contactName ?? '',
      contactPhone: crewNotes?.contactPhone ?? '',
      notes: crewNotes?.notes ?? '',
    },
    sending.refused?.fields,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(() => tellCrew(token, texts));
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <TextBlock
        {...at('power')}
        id="crew-power"
        rows={2}
        label="Where are the power outlets?"
        maxLength={500}
      />
      <TextBlock
        {...at('access')}
        id="crew-access"
        rows={2}
        label="Stairs, doors and parking"
        maxLength={500}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...at('contactName')}
          id="crew-name"
          label="On-site contact"
          autoComplete="name"
          maxLength={200}
        />
        <TextField
          {...at('contactPhone')}
          id="crew-phone"
          label="Contact phone"
          autoComplete="tel"
          maxLength={50}
        />
      </div>
      <TextBlock {...at('notes')} id="crew-notes" rows={3} label="Anything else?" maxLength={2000} />
      <Submission
        state={sending}
        label="Save Details"
        pendingLabel="Saving…"
        confirmation="Saved. The crew will see your details."
      />
    </form>
  );
}

/** Request for a change in the customer's own words, which the business answers. */
export function ChangeForm({ token, booking, onChanged }: FormProps) {
  const [tried, setTried] = useState(false);
  const sending = useSending(onChanged);
  const { texts, put, at } = useTyped({ text: '' }, sending.refused?.fields);
  const text = texts.text.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (text === '') return;
    if (await sending.send(() => askForChange(token, text))) {
      put({ text: '' });
      setTried(false);
    }
  };
  const missing = tried && text === '' ? 'Describe the change you’d like' : undefined;
  const field = at('text');
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <TextBlock
        {...field}
        id="change-text"
        rows={3}
        label="What would you like to change?"
        maxLength={2000}
        error={field.error ?? missing}
      />
      <Submission
        state={sending}
        label="Request a Change"
        pendingLabel="Sending…"
        confirmation={`Request sent. ${booking.company.name} will reply.`}
      />
    </form>
  );
}

interface RetakeProps {
  token: string;
  onChanged: (booking: CustomersBooking) => void;
}

/**
 * Holds the letters of a lapsed booking again, at the agreed price. The link in the email does so as soon as the
 * page opens.
 */
export function RetakePart({ token, onChanged }: RetakeProps) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const retake = async () => {
    setSending(true);
    setProblem(null);
    try {
      await retakeLetters(token);
      onChanged(await readBooking(token));
    } catch (error) {
      setProblem(sentenceOf(error));
      setSending(false);
    }
  };
  const start = useRef(retake);
  useEffect(() => {
    if (takeRetakeLink()) void start.current();
  }, []);
  return (
    <div className="mt-3 grid gap-4">
      <p>If your letters are still available, you can have them at the same price.</p>
      <FormError message={problem} />
      <button
        type="button"
        className={primaryButton}
        disabled={sending}
        aria-busy={sending}
        onClick={() => void retake()}
      >
        {sending ? 'Checking…' : 'Hold My Letters Again'}
      </button>
    </div>
  );
}

/** Return true if the page was opened by the email's button, once: reloading the page must not repeat it. */
function takeRetakeLink(): boolean {
  if (!new URLSearchParams(location.search).has('retake')) return false;
  history.replaceState(null, '', location.pathname);
  return true;
}
