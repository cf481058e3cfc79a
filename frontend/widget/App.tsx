/** Loads what the operator offers, and shows the form or a sentence that says why there is none. */
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Offer, VenueChoice } from '@/booking-form/offer';
import { FORM_TITLE, UNAVAILABLE } from '@/booking-form/texts';
import { type Booked, loadForm } from './calls';
import { BookForm } from './Form';
import { Heading } from './Heading';
import type { FormParams } from './params';
import { useNothingSent } from './preview';
import { Toasts, useToast } from './Toasts';
import { useSign } from './useSign';

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly offer: Offer; readonly venues: readonly VenueChoice[] }
  | { readonly state: 'unavailable' }
  | { readonly state: 'failed'; readonly sentence: string };

/** An operator that is unknown, deactivated or misspelt in the address: one answer for all. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

function useLoaded(operator: string) {
  const [loaded, setLoaded] = useState<Loaded>({ state: operator === '' ? 'unavailable' : 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what loads again.
  useEffect(() => {
    if (operator === '') return;
    let current = true;
    loadForm(operator).then(
      (form) => current && setLoaded({ state: 'ready', ...form }),
      (error: unknown) => {
        if (!current) return;
        const sentence = error instanceof ApiError ? error.sentence : 'The form could not be loaded.';
        setLoaded(isUnavailable(error) ? { state: 'unavailable' } : { state: 'failed', sentence });
      },
    );
    return () => {
      current = false;
    };
  }, [operator, attempt]);
  const again = useCallback(() => {
    setLoaded({ state: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  const gone = useCallback(() => setLoaded({ state: 'unavailable' }), []);
  return { loaded, again, gone };
}

function Waiting({ hideHeader }: { hideHeader: boolean }) {
  return (
    <div aria-busy="true">
      <div className="stage stage-waiting">
        <div className="stage-inner">{!hideHeader && <Heading />}</div>
      </div>
      <div className="page columns">
        <div className="groups">
          <div className="card bone" />
          <div className="card bone" />
        </div>
        <div className="card bone" />
      </div>
      <p className="unseen" role="status">
        Loading the booking form…
      </p>
    </div>
  );
}

function Message({
  sign,
  title,
  text,
  onAgain,
}: {
  sign: string;
  title: string;
  text: string;
  onAgain?: () => void;
}) {
  const drawing = useSign();
  return (
    <main className="stage message-page">
      <div className="stage-inner">
        <div aria-hidden="true" className="waiting-sign">
          {drawing && <drawing.Sign message={sign} state="unlit" height={84} />}
        </div>
        <h1>{title}</h1>
        <p>{text}</p>
        {onAgain && (
          <button type="button" className="primary" onClick={onAgain}>
            Try again
          </button>
        )}
      </div>
    </main>
  );
}

export function App({ params, onBooked }: { params: FormParams; onBooked: (booking: Booked) => void }) {
  const { loaded, again, gone } = useLoaded(params.operator);
  const { toast, show, dismiss } = useToast();
  useNothingSent(params.preview, show);
  const company = loaded.state === 'ready' ? loaded.offer.companyName : null;
  useEffect(() => {
    if (company) document.title = `${FORM_TITLE} · ${company}`;
  }, [company]);
  if (loaded.state === 'loading') return <Waiting hideHeader={params.hideHeader} />;
  if (loaded.state === 'unavailable') {
    return (
      <Message
        sign="Closed"
        title={UNAVAILABLE}
        text="Please ask the business that sent you here for its current booking page."
      />
    );
  }
  if (loaded.state === 'failed') {
    return (
      <Message sign="Hello?" title="The form could not be loaded" text={loaded.sentence} onAgain={again} />
    );
  }
  return (
    <>
      <main>
        <BookForm
          params={params}
          offer={loaded.offer}
          venues={loaded.venues}
          toast={show}
          onBooked={onBooked}
          onGone={gone}
        />
      </main>
      {!params.hideFooter && (
        <footer>
          Powered by{' '}
          <a href="/" target="_blank" rel="noopener">
            Marquee<b>Desk</b>
          </a>
        </footer>
      )}
      <Toasts toast={toast} dismiss={dismiss} />
    </>
  );
}
