import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormError, SendButton, TextBlock, TextField } from './fields';
import { secondaryButton } from './looks';
import type { PanelProps } from './PricePanel';
import type { QuoteOfCustomer, Refused } from './useQuote';

const box = 'grid gap-4 rounded-lg border border-line bg-raised p-4';

export interface QuestionFormProps extends PanelProps {
  text: string;
  onText: (text: string) => void;
}

/** Question to the business, available in every state of the quote. */
export function QuestionForm({ offer, quote, text, onText }: QuestionFormProps) {
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sent, setSent] = useState(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sent) thanks.current?.focus();
  }, [sent]);
  // If a suggestion fills in a new text, show the form again instead of the thank-you message.
  useEffect(() => {
    if (text !== '') setSent(false);
  }, [text]);
  const fault = refused?.fields.text ?? (tried && text.trim() === '' ? 'Enter your question' : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (text.trim() === '') return document.getElementById('question-text')?.focus();
    setRefused(null);
    const result = await quote.ask(text.trim(), email.trim());
    if (result === undefined) return;
    setRefused(result);
    if (result === null) {
      setSent(true);
      setTried(false);
      onText('');
    }
  };
  const sending = quote.sending === 'question';
  if (sent) {
    return (
      <p ref={thanks} tabIndex={-1} role="status" className={`${box} outline-none`}>
        Question sent. {offer.company.name} will reply.
      </p>
    );
  }
  return (
    <form noValidate onSubmit={submit} className={box}>
      <TextBlock
        id="question-text"
        label="Your question"
        maxLength={2000}
        value={text}
        error={fault}
        onChange={(value) => {
          onText(value);
          setRefused(null);
        }}
      />
      {offer.needsEmail ? (
        <TextField
          id="question-email"
          label="Your email, so we can reply"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          error={refused?.fields.email}
          onChange={setEmail}
        />
      ) : null}
      {refused === null || Object.keys(refused.fields).length > 0 ? null : (
        <FormError message={refused.sentence} />
      )}
      <SendButton sending={sending} meanwhile="Sending…" className={secondaryButton}>
        Send Question
      </SendButton>
    </form>
  );
}

export interface DeclineFormProps {
  quote: QuoteOfCustomer;
  /** Style of the button that closes the form. */
  cancel: string;
  onCancel: () => void;
}

/** Form to decline, with an optional reason. */
export function DeclineForm({ quote, cancel, onCancel }: DeclineFormProps) {
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(null);
    const result = await quote.decline(reason.trim());
    if (result) setRefused(result);
  };
  const sending = quote.sending === 'decline';
  return (
    <form noValidate onSubmit={submit} className={box}>
      <TextBlock
        id="decline-reason"
        label="Why not? (Optional)"
        maxLength={2000}
        value={reason}
        error={refused?.fields.reason}
        onChange={setReason}
      />
      <FormError message={refused?.sentence} />
      <div className="grid grid-cols-2 gap-2">
        <button type="button" className={`${cancel} px-2`} onClick={onCancel}>
          Keep Quote
        </button>
        <SendButton
          sending={sending}
          meanwhile="Declining…"
          className={`${secondaryButton} px-2 text-danger`}
        >
          Decline Quote
        </SendButton>
      </div>
    </form>
  );
}
