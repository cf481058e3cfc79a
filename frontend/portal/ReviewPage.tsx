import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { photoCanvas } from '@/lib/photo-canvas';
import { FormError, SendButton, TextBlock } from './fields';
import { PlainLinkPage } from './LinkPage';
import { card, primaryButton, secondaryButton, textLink } from './looks';

type Review = components['schemas']['ReviewRequestOut'];

const addressOf = (token: string) => `/api/public/reviews/${encodeURIComponent(token)}`;
const read = (token: string) => callPublicly<Review>(addressOf(token));
const STARS = [1, 2, 3, 4, 5];
const LONGEST_TEXT = 2000;

/** Where a customer writes a review after the rental, and changes it until the business has answered. */
export function ReviewPage({ token }: { token: string }) {
  return (
    <PlainLinkPage
      token={token}
      read={read}
      title="Your Review"
      missing="This link is not available"
      failed="We couldn’t load this page"
    >
      {(review, onSent) => <Ready token={token} review={review} onSent={onSent} />}
    </PlainLinkPage>
  );
}

function Ready({ token, review, onSent }: { token: string; review: Review; onSent: (to: Review) => void }) {
  const [editing, setEditing] = useState(review.stars === null);
  return (
    <main className="mx-auto grid w-full max-w-xl flex-1 content-start gap-5 px-4 py-8">
      <p className="break-words font-semibold text-soft">{review.companyName}</p>
      {editing ? (
        <ReviewForm
          token={token}
          review={review}
          onSent={(to) => {
            onSent(to);
            setEditing(false);
          }}
        />
      ) : (
        <Sent review={review} onEdit={() => setEditing(true)} />
      )}
    </main>
  );
}

function Sent({ review, onEdit }: { review: Review; onEdit: () => void }) {
  const { stars, text, answer, reviewUrl, companyName } = review;
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Thanks for your review</h1>
      <section className={`${card} grid gap-3`}>
        <p role="img" aria-label={`${stars} of 5 stars`} className="text-2xl">
          {'★'.repeat(stars ?? 0)}
          <span className="text-faint">{'☆'.repeat(5 - (stars ?? 0))}</span>
        </p>
        {text === '' ? null : <p className="whitespace-pre-wrap break-words">{text}</p>}
        {answer === null ? (
          <p>
            <button type="button" className={textLink} onClick={onEdit}>
              Edit Review
            </button>
          </p>
        ) : (
          <div className="border-line border-t pt-3">
            <p className="font-medium">{companyName} answered</p>
            <p className="whitespace-pre-wrap break-words text-soft">{answer}</p>
          </div>
        )}
      </section>
      {reviewUrl === null ? null : (
        <a className={secondaryButton} href={reviewUrl} target="_blank" rel="noopener noreferrer">
          Also Review Us on {new URL(reviewUrl).hostname.replace(/^www\./, '')}
        </a>
      )}
    </>
  );
}

interface ReviewFormProps {
  token: string;
  review: Review;
  onSent: (to: Review) => void;
}

function ReviewForm({ token, review, onSent }: ReviewFormProps) {
  const [stars, setStars] = useState(review.stars);
  const [text, setText] = useState(review.text);
  const [consent, setConsent] = useState(review.consent);
  const [photo, setPhoto] = useState<string | null>();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<{ sentence: string; fields: Readonly<Record<string, string>> }>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (stars === null) {
      setProblem({ sentence: '', fields: { stars: 'Choose 1 to 5 stars' } });
      return;
    }
    setSending(true);
    setProblem(undefined);
    try {
      // Without a photo in the call, an earlier one stays.
      const body = { stars, text, consent, ...(photo !== undefined && { photo }) };
      onSent(await callPublicly<Review>(addressOf(token), { body }));
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblem({ sentence: sentenceOf(error), fields });
      setSending(false);
    }
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setPhoto((await photoCanvas(file)).toDataURL('image/jpeg', 0.85));
      setProblem(undefined);
    } catch {
      setProblem({ sentence: '', fields: { photo: 'Choose a JPEG, PNG or WebP photo' } });
    }
  };
  const hasPhoto = photo === undefined ? review.hasPhoto : photo !== null;
  const fields = problem?.fields ?? {};
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">How was your rental, {review.name}?</h1>
      <form noValidate className={`${card} grid gap-5`} onSubmit={(event) => void send(event)}>
        <fieldset aria-describedby={fields.stars === undefined ? undefined : 'stars-note'}>
          <legend className="font-medium text-sm">Your rating</legend>
          <div className="mt-1 flex">
            {STARS.map((value) => (
              <label
                key={value}
                className="grid size-12 cursor-pointer place-items-center rounded-lg text-3xl has-focus-visible:outline-2 has-focus-visible:outline-action"
              >
                <input
                  type="radio"
                  name="stars"
                  className="sr-only"
                  checked={stars === value}
                  onChange={() => setStars(value)}
                  aria-label={value === 1 ? '1 star' : `${value} stars`}
                />
                <span aria-hidden="true">{value <= (stars ?? 0) ? '★' : '☆'}</span>
              </label>
            ))}
          </div>
          {fields.stars === undefined ? null : (
            <p id="stars-note" role="alert" className="text-danger text-sm">
              {fields.stars}
            </p>
          )}
        </fieldset>
        <TextBlock
          id="text"
          label="Your review (optional)"
          error={fields.text}
          value={text}
          onChange={setText}
          maxLength={LONGEST_TEXT}
        />
        <div className="grid gap-1.5">
          <label htmlFor="photo" className="font-medium text-sm">
            Photo (optional)
          </label>
          <input
            id="photo"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="min-w-0 max-w-full text-sm"
            aria-describedby={fields.photo === undefined ? undefined : 'photo-note'}
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
          {hasPhoto ? (
            <p className="text-soft text-sm">
              Photo added.{' '}
              <button type="button" className={textLink} onClick={() => setPhoto(null)}>
                Remove Photo
              </button>
            </p>
          ) : null}
          {fields.photo === undefined ? null : (
            <p id="photo-note" role="alert" className="text-danger text-sm">
              {fields.photo}
            </p>
          )}
        </div>
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0"
            checked={consent}
            onChange={(event) => setConsent(event.currentTarget.checked)}
          />
          <span>
            {review.companyName} may show this review and photo with my first name, for example on its
            website.
          </span>
        </label>
        <FormError message={problem?.sentence === '' ? null : problem?.sentence} />
        <SendButton sending={sending} meanwhile="Sending…" className={primaryButton}>
          Send Review
        </SendButton>
      </form>
    </>
  );
}
