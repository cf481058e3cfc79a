import { useId, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { AcceptForm } from './AcceptForm';
import type { Offer } from './calls';
import { Part } from './Details';
import { secondaryButton, textLink } from './looks';
import { DeclineForm, QuestionForm } from './OtherAnswers';
import type { QuoteOfCustomer } from './useQuote';

export interface PanelProps {
  offer: Offer;
  quote: QuoteOfCustomer;
}

/** Due dates if the customer accepts today, and the payment policy as worded by the server. */
function Due({ offer: { schedule, policy, currency } }: { offer: Offer }) {
  const format = useFormat();
  return (
    <>
      {schedule.length === 0 ? null : (
        <dl aria-label="Due dates" className="tabular mt-3 grid gap-1.5 border-line border-t pt-3 text-sm">
          {schedule.map(({ due, amount }, index) => (
            <div key={due} className="flex justify-between gap-4">
              <dt>{index === 0 ? 'Due when you accept' : `Due ${dayInWords(format, due, 'short')}`}</dt>
              <dd>{formatMoney(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      {policy.length === 0 ? null : (
        <details className="mt-3 text-sm">
          <summary>Payment and cancellation</summary>
          <ul className="grid gap-1.5">
            {policy.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The price and the ways to respond. Text typed into one form is kept while another is open. */
export function PricePanel({ offer, quote }: PanelProps) {
  const [shown, setShown] = useState<'question' | 'decline' | null>(null);
  const [question, setQuestion] = useState('');
  const id = useId();
  const { currency, deposit, state } = offer;
  const open = state === 'open';
  const opener = (what: 'question' | 'decline', label: string) => (
    <button
      type="button"
      className={textLink}
      aria-expanded={shown === what}
      aria-controls={`${id}-${what}`}
      onClick={() => setShown(shown === what ? null : what)}
    >
      {label}
    </button>
  );
  return (
    <Part title="Your price">
      <dl className="tabular mt-3">
        {offer.lines.map(({ text, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text.
          <div key={index} className="flex items-baseline justify-between gap-4 py-1.5">
            <dt className="min-w-0 break-words text-soft">{text}</dt>
            <dd className="shrink-0">{formatMoney(amount, currency)}</dd>
          </div>
        ))}
        <div className="mt-2 flex items-baseline justify-between gap-4 border-edge/60 border-t border-dashed pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="font-bold text-3xl tracking-tight">{formatMoney(offer.total, currency)}</dd>
        </div>
        {deposit > 0 ? (
          <div className="flex items-baseline justify-between gap-4 pt-1.5 text-soft text-sm">
            <dt>Deposit included</dt>
            <dd>{formatMoney(deposit, currency)}</dd>
          </div>
        ) : null}
      </dl>
      <Due offer={offer} />
      <div className="screen-only mt-5 grid gap-4">
        {open ? (
          <AcceptForm
            offer={offer}
            quote={quote}
            onAsk={(text) => {
              setQuestion(text);
              setShown('question');
            }}
          />
        ) : null}
        <div className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
          {opener('question', 'Ask a question')}
          {open ? opener('decline', 'Decline') : null}
          <a href={quote.pdf} className={textLink} download>
            Save as PDF
          </a>
        </div>
        <div id={`${id}-question`} hidden={shown !== 'question'}>
          <QuestionForm offer={offer} quote={quote} text={question} onText={setQuestion} />
        </div>
        {open ? (
          <div id={`${id}-decline`} hidden={shown !== 'decline'}>
            <DeclineForm quote={quote} cancel={secondaryButton} onCancel={() => setShown(null)} />
          </div>
        ) : null}
      </div>
    </Part>
  );
}
