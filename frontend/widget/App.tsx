/** Loads the operator's offer, then shows the form or the reason why there is none. */
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Offer, VenueChoice } from '@/booking-form/offer';
import { FORM, FORM_TITLE, PLACES, UNAVAILABLE } from '@/booking-form/texts';
import { FormatProvider } from '@/lib/format';
import { siteName } from '@/lib/site-name';
import { type Booked, loadForm } from './calls';
import type { FollowingProps } from './Following';
import { BookForm } from './Form';
import { Heading } from './form-parts';
import type { FormParams } from './params';
import { useLazyParts, useSign } from './useLazyParts';
import { useRenderTurn } from './useRenderTurn';
import { useToast } from './useToast';

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly offer: Offer; readonly venues: readonly VenueChoice[] }
  | { readonly state: 'unavailable' }
  | { readonly state: 'failed'; readonly failure: Failure };

/** A failure to load the form. Loading is retried after `wait` seconds, unless that is null. */
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
      text: sentence,
      wait: Math.min(retryAfter ?? MAINTENANCE_WAIT_S, 300),
    };
  }
  if (status === 0) return { sign, title: PLACES.offline, text: PLACES.offlineText, wait: OFFLINE_WAIT_S };
  if (status === 429 || status === 503) {
    return { sign, title: PLACES.busy, text: PLACES.busyText, wait: retryAfter ?? BUSY_WAIT_S };
  }
  return { sign, title: PLACES.failed, text: sentence, wait: null };
}

/** True if the operator is unknown, deactivated or mistyped. All get the same message. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

function useLoaded(operator: string) {
  const [loaded, setLoaded] = useState<Loaded>({ state: operator === '' ? 'unavailable' : 'loading' });
  const [attempt, setAttempt] = useState(0);
  // Requested before the first paint, because the whole form depends on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a reload.
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
  // A temporary failure is retried automatically; its message stays meanwhile.
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
  // A venue was removed or a price changed: load the offer again without touching the typed values.
  const refresh = useCallback(() => {
    loadForm(operator).then(
      (form) =>
        setLoaded((now) => {
          if (now.state !== 'ready') return now;
          // The open form keeps the token it started with.
          return { ...now, ...form, offer: { ...form.offer, formToken: now.offer.formToken } };
        }),
      // If reloading fails, the form stays as it was, and the server's refusal is still shown.
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
        <div className="card bone" />
        <div className="card bone" />
        <div className="card bone price" />
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
  signIn = false,
}: {
  sign: string;
  title: string;
  text: string;
  onAgain?: () => void;
  /** True to offer the sign-in, for members of a business who came for the quote builder at the same address. */
  signIn?: boolean;
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
        {signIn && <a href="/auth?next=%2Fbooking">{PLACES.signIn}</a>}
        {onAgain && (
          <button type="button" className="primary" onClick={onAgain}>
            {PLACES.tryAgain}
          </button>
        )}
      </div>
    </main>
  );
}

/** Rendered last, because content that appears above it later would push it down. */
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

/** Renders what follows the form once its file has loaded, without re-rendering anything else. */
function Following(props: FollowingProps) {
  const lazy = useLazyParts();
  return typeof lazy === 'string' ? null : <lazy.Following {...props} />;
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
    return (
      <Message
        sign={PLACES.signs.unavailable}
        title={UNAVAILABLE}
        text={PLACES.unavailable}
        signIn={params.operator === '' && !params.embedded}
      />
    );
  }
  if (loaded.state === 'failed') {
    const { sign, title, text } = loaded.failure;
    return <Message sign={sign} title={title} text={text} onAgain={again} />;
  }
  return (
    <FormatProvider of={loaded.offer}>
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
      <Following params={params} company={company} toast={toast} dismiss={dismiss} show={show} />
      {!params.hideFooter && <Footer />}
    </FormatProvider>
  );
}
