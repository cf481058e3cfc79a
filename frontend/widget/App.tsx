/** Loads what the operator offers, and shows the form or a sentence that says why there is none. */
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Offer, VenueChoice } from '@/booking-form/offer';
import { FORM, FORM_TITLE, PLACES, type ToastText, UNAVAILABLE } from '@/booking-form/texts';
import { siteName } from '@/lib/site-name';
import { type Booked, loadForm } from './calls';
import { BookForm } from './Form';
import { Heading } from './form-parts';
import type { FormParams } from './params';
import { useLazyParts, useSign } from './useLazyParts';
import { useRenderTurn } from './useRenderTurn';
import { type ToastsProps, useToast } from './useToast';

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly offer: Offer; readonly venues: readonly VenueChoice[] }
  | { readonly state: 'unavailable' }
  | { readonly state: 'failed'; readonly failure: Failure };

/** Why there is no form for the moment; it is asked for again after `wait` seconds, where that may help. */
interface Failure {
  readonly sign: string;
  readonly title: string;
  readonly text: string;
  readonly wait: number | null;
}

const OFFLINE_WAIT_S = 10;
const MAINTENANCE_WAIT_S = 30;
const BUSY_WAIT_S = 5;

function failureOf(error: unknown): Failure {
  const sign = PLACES.signs.failed;
  const { status, code, retryAfter, sentence } =
    error instanceof ApiError
      ? error
      : { status: 500, code: '', retryAfter: null, sentence: PLACES.failedText };
  if (code === 'maintenance') {
    return {
      sign: PLACES.signs.maintenance,
      title: PLACES.maintenance,
      text: PLACES.maintenanceText,
      wait: retryAfter ?? MAINTENANCE_WAIT_S,
    };
  }
  if (status === 0) return { sign, title: PLACES.offline, text: PLACES.offlineText, wait: OFFLINE_WAIT_S };
  if (status === 429 || status === 503) {
    return { sign, title: PLACES.busy, text: PLACES.busyText, wait: retryAfter ?? BUSY_WAIT_S };
  }
  return { sign, title: PLACES.failed, text: sentence, wait: null };
}

/** An operator that is unknown, deactivated or misspelt in the address: one answer for all. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

function useLoaded(operator: string) {
  const [loaded, setLoaded] = useState<Loaded>({ state: operator === '' ? 'unavailable' : 'loading' });
  const [attempt, setAttempt] = useState(0);
  // Asked before anything is painted, because the whole form waits for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what loads again.
  useLayoutEffect(() => {
    if (operator === '') return;
    let current = true;
    loadForm(operator).then(
      (form) => current && setLoaded({ state: 'ready', ...form }),
      (error: unknown) => {
        if (!current) return;
        setLoaded(
          isUnavailable(error) ? { state: 'unavailable' } : { state: 'failed', failure: failureOf(error) },
        );
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
  // A failure that may pass is retried automatically; its message stays meanwhile.
  const failure = loaded.state === 'failed' ? loaded.failure : null;
  useEffect(() => {
    if (failure?.wait == null) return;
    const retry = () => setAttempt((count) => count + 1);
    const timer = setTimeout(retry, failure.wait * 1000);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [failure]);
  const gone = useCallback(() => setLoaded({ state: 'unavailable' }), []);
  // A venue that is gone or a price that is new: what the form offers is read again under what has been typed.
  const refresh = useCallback(() => {
    loadForm(operator).then(
      (form) =>
        setLoaded((now) => {
          if (now.state !== 'ready') return now;
          // The form in hand was begun with its own token.
          return { ...now, ...form, offer: { ...form.offer, formToken: now.offer.formToken } };
        }),
      // It then stays as it was, and what the server has refused is said all the same.
      () => undefined,
    );
  }, [operator]);
  return { loaded, again, gone, refresh };
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
        {PLACES.loading}
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
        <p role="status">{text}</p>
        {onAgain && (
          <button type="button" className="primary" onClick={onAgain}>
            {PLACES.tryAgain}
          </button>
        )}
      </div>
    </main>
  );
}

/** Drawn when all above it has been, which would push it down. */
function Footer() {
  if (!useRenderTurn()) return null;
  return (
    <footer>
      {FORM.poweredBy}{' '}
      <a href="/" target="_blank" rel="noopener">
        {siteName === 'MarqueeDesk' ? (
          <>
            Marquee<b>Desk</b>
          </>
        ) : (
          siteName
        )}
      </a>
    </footer>
  );
}

/** Until it has come, a preview fails to send. */
function Preview(props: { show: (text: ToastText) => void }) {
  const lazy = useLazyParts();
  return typeof lazy === 'string' ? null : <lazy.NothingSent {...props} />;
}

/** The toasts, as soon as they have arrived; nothing else is drawn again for that. */
function Toasted(props: ToastsProps) {
  const lazy = useLazyParts();
  return typeof lazy === 'string' ? null : <lazy.Toasts {...props} />;
}

export function App({
  params,
  onBooked,
}: {
  params: FormParams;
  onBooked: (booking: Booked, offer: Offer) => void;
}) {
  const { loaded, again, gone, refresh } = useLoaded(params.operator);
  const { toast, show, dismiss } = useToast();
  const company = loaded.state === 'ready' ? loaded.offer.companyName : null;
  useEffect(() => {
    if (company) document.title = `${FORM_TITLE} · ${company}`;
  }, [company]);
  if (loaded.state === 'loading') return <Waiting hideHeader={params.hideHeader} />;
  if (loaded.state === 'unavailable') {
    return <Message sign={PLACES.signs.unavailable} title={UNAVAILABLE} text={PLACES.unavailable} />;
  }
  if (loaded.state === 'failed') {
    const { sign, title, text } = loaded.failure;
    return <Message sign={sign} title={title} text={text} onAgain={again} />;
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
          onStale={refresh}
        />
      </main>
      {!params.hideFooter && <Footer />}
      <Toasted toast={toast} dismiss={dismiss} />
      {params.preview && <Preview show={show} />}
    </>
  );
}
