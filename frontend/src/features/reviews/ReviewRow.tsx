import { useState } from 'react';
import { Link } from 'react-router';
import { photoPath } from '@/api/goods';
import { type Review, useChangeReview } from '@/api/reviews';
import { MutationButton } from '@/components/MutationButton';
import { tellFailed } from '@/components/tell-failed';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { bookingPath, customerPath } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';
import { AnswerDialog } from './AnswerDialog';
import { Stars } from './Stars';

/** A review with its photo, its booking, the business's answer, and the buttons to show and answer it. */
export function ReviewRow({ review }: { review: Review }) {
  const format = useFormat();
  const [answering, setAnswering] = useState(false);
  const { stars, text, photo, answer, consent, shown, customerName, writtenAt } = review;
  return (
    <article
      aria-label={`Review by ${customerName}`}
      className="flex flex-wrap items-start gap-x-5 gap-y-3 px-5 py-4"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-2 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars value={stars} />
          <Customer review={review} />
          {shown ? (
            <Badge tone="green">Shown</Badge>
          ) : (
            <Badge>{consent ? 'Not shown' : 'No consent to show'}</Badge>
          )}
        </p>
        {text === '' ? null : <p className="wrap-anywhere whitespace-pre-wrap text-base">{text}</p>}
        <p className="text-faint">
          {formatDay(format, writtenAt)} ·{' '}
          <Link to={bookingPath(review.bookingId)} className="rounded-sm text-link hover:underline">
            Booking #{review.number}
          </Link>
        </p>
        {answer === null ? null : (
          <div className="border-line border-l-2 pl-3">
            <p className="font-medium">Your answer</p>
            <p className="wrap-anywhere whitespace-pre-wrap text-soft">{answer}</p>
          </div>
        )}
        <div className="flex flex-wrap gap-2 pt-1">
          <ShowButton review={review} />
          <Button kind="quiet" size="sm" aria-haspopup="dialog" onClick={() => setAnswering(true)}>
            {answer === null ? 'Answer' : 'Edit Answer'}
          </Button>
        </div>
      </div>
      {photo === null ? null : (
        <a href={photoPath(photo)} target="_blank" rel="noopener" className="shrink-0 rounded-md">
          <img
            src={photoPath(photo, 'small')}
            alt={`By ${customerName}`}
            width={72}
            height={72}
            loading="lazy"
            className="size-18 rounded-md border border-line object-cover"
          />
        </a>
      )}
      {answering ? <AnswerDialog review={review} onClose={() => setAnswering(false)} /> : null}
    </article>
  );
}

function Customer({ review: { customerId, customerName } }: { review: Review }) {
  return customerId === null ? (
    <span className="wrap-anywhere font-medium">{customerName}</span>
  ) : (
    <Link to={customerPath(customerId)} className="wrap-anywhere rounded-sm font-medium hover:underline">
      {customerName}
    </Link>
  );
}

function ShowButton({ review: { id, shown, consent } }: { review: Review }) {
  const change = useChangeReview(id);
  if (!shown && !consent) return null;
  const undo = () => change.mutate({ shown }, { onError: tellFailed('The review wasn’t changed') });
  return (
    <MutationButton
      kind="secondary"
      size="sm"
      change={change}
      input={{ shown: !shown }}
      failed="The review wasn’t changed"
      onDone={() =>
        toast({
          title: shown ? 'Review hidden' : 'Review shown',
          ...(!shown && { description: 'It appears below your booking form.' }),
          action: { label: 'Undo', onPress: undo },
        })
      }
    >
      {shown ? 'Hide' : 'Show on Form'}
    </MutationButton>
  );
}
