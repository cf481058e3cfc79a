import { CircleCheck, CircleX, Clock, PencilLine } from 'lucide-react';
import type { RefObject } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import type { Offer } from './calls';
import { card, heading } from './looks';

export interface OutcomeProps {
  offer: Offer;
  /** Receives the focus when the quote has just changed to this state. */
  title: RefObject<HTMLHeadingElement | null>;
}

/** Outcome of a quote that is no longer open, and the next steps. */
export function Outcome({ offer, title }: OutcomeProps) {
  const format = useFormat();
  const { Icon, look, words, next } = outcomeOf(format, offer);
  return (
    <section
      className={`${card} ${look} grid gap-x-5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]`}
      aria-labelledby="outcome-title"
    >
      <Icon aria-hidden="true" className="size-10" />
      <div>
        <h2 id="outcome-title" ref={title} tabIndex={-1} className={`${heading} text-ink outline-none`}>
          {words}
        </h2>
        <div className="mt-1 grid gap-1 text-pretty text-ink">
          {next.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

function outcomeOf(format: Format, offer: Offer) {
  const { state, company, booking, acceptedBy, acceptedAt, total, deliveryDate, expiresAt } = offer;
  const { name } = company;
  if (state === 'accepted') {
    const when = acceptedAt === null ? '' : ` on ${dayInWords(format, dayOf(acceptedAt), 'short')}`;
    const canceled = booking?.status === 'canceled';
    return {
      Icon: CircleCheck,
      look: 'border-good/40 bg-good-wash text-good',
      words: canceled ? 'This booking was canceled' : 'You’re all set. Your sign is booked!',
      next: [
        `${acceptedBy === null ? 'Accepted' : `Accepted by ${acceptedBy}`}${when}.${booking === null ? '' : ` Your booking is #${booking.number}.`}`,
        ...(canceled
          ? [`Please get in touch with ${name} if you didn't expect this.`]
          : [
              `${name} has your booking and will contact you about the details${deliveryDate === null ? '' : ` before ${dayInWords(format, dayOf(deliveryDate), 'short')}`}.`,
              // Amounts due and received change later: only the booking's page shows them.
              ...(total > 0
                ? [
                    'Your booking page shows the amount due and how to pay. The link is in your confirmation email.',
                  ]
                : []),
            ]),
      ],
    };
  }
  if (state === 'declined') {
    return {
      Icon: CircleX,
      look: 'text-soft',
      words: 'You declined this quote',
      next: [`${name} was notified. Changed your mind? Ask a question below.`],
    };
  }
  if (state === 'expired') {
    return {
      Icon: Clock,
      look: 'border-amber-line/60 bg-amber-wash text-amber',
      words: 'This quote has expired',
      next: [
        `${expiresAt === null ? 'It is no longer valid.' : `It was valid until ${dayInWords(format, dayOf(expiresAt), 'long')}.`} Ask ${name} below if it's still available.`,
      ],
    };
  }
  return {
    Icon: PencilLine,
    look: 'border-amber-line/60 bg-amber-wash text-amber',
    words: 'This quote is being revised',
    next: [`${name} will send you a new version.`],
  };
}
