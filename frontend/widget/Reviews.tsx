/** Reviews that the business shows, below its form. They are requested when the end of the form comes into view. */
import { useEffect, useRef, useState } from 'react';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { REVIEWS } from '@/booking-form/review-texts';

type Shown = components['schemas']['ShownReviewsOut'];

/** The page has structured data if the business shows reviews. */
const STRUCTURED_DATA = 'script[type="application/ld+json"]';
const FIRST = 6;
const STARS = 5;

export function Reviews({ operator, company }: { operator: string; company: string | null }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isOpen, setOpen] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.querySelector(STRUCTURED_DATA) === null || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // If the request fails, no reviews are shown.
        callPublicly<Shown>(`/api/public/reviews/${encodeURIComponent(operator)}`).then(
          setShown,
          () => undefined,
        );
      },
      { rootMargin: '50%' },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [operator]);
  if (shown === null || shown.average === null) return <div ref={end} />;
  const { items, average, count } = shown;
  return (
    <section className="page reviews" aria-labelledby="reviews-title">
      <div>
        <h2 id="reviews-title">{REVIEWS.title}</h2>
        <p>
          <Stars value={average} /> <span>{REVIEWS.rating(average, count)}</span>
        </p>
      </div>
      <ul className="review-list">
        {(isOpen ? items : items.slice(0, FIRST)).map((review, index) => (
          // The list never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: reviews have no id here.
          <li key={index} className="card review">
            <p>
              <Stars value={review.stars} /> <span>{REVIEWS.by(review.name, review.month)}</span>
            </p>
            {review.photo === null ? null : (
              <img
                className="review-photo"
                src={`${review.photo}?size=small`}
                alt={REVIEWS.photo(review.name)}
                width={400}
                height={300}
                loading="lazy"
              />
            )}
            {review.text === '' ? null : <p className="review-text">{review.text}</p>}
            {review.answer === null ? null : (
              <p className="review-text review-answer">
                <b>{REVIEWS.answer(company)}</b>
                {'\n'}
                {review.answer}
              </p>
            )}
          </li>
        ))}
      </ul>
      {items.length > FIRST && !isOpen ? (
        <button type="button" className="secondary" onClick={() => setOpen(true)}>
          {REVIEWS.showAll(items.length)}
        </button>
      ) : null}
    </section>
  );
}

function Stars({ value }: { value: number }) {
  const full = Math.round(value);
  return (
    <span className="stars" role="img" aria-label={REVIEWS.stars(value)}>
      {'★'.repeat(full) + '☆'.repeat(STARS - full)}
    </span>
  );
}
