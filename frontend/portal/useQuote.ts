/** State of a quote's page: loading, viewed, accepted or declined, and the result. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { type Alternative, accept, askQuestion, decline, type Offer, readOffer, tellSeen } from './calls';
import { isMissing } from './LinkPage';

export type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'unknown'; readonly sentence: string }
  | { readonly state: 'failed'; readonly sentence: string }
  | { readonly state: 'ready'; readonly offer: Offer };

/** Reason for a refusal, with alternatives, if any. */
export interface Refused {
  readonly sentence: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly alternatives: readonly Alternative[] | null;
}

function refusedBy(error: unknown): Refused {
  const sentence = sentenceOf(error);
  if (!(error instanceof ApiError)) return { sentence, fields: {}, alternatives: null };
  const { fields, extra } = error;
  return { sentence, fields, alternatives: Array.isArray(extra.alternatives) ? extra.alternatives : null };
}

/**
 * The quote of a link, with the customer's actions. An action returns the refusal, or null on success. While
 * another action is pending it does nothing and returns undefined, so that a double click does not send
 * twice.
 */
export function useQuote(token: string, goTo = (url: string) => window.location.assign(url)) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [sending, setSending] = useState<'accept' | 'decline' | 'question' | null>(null);
  const busy = useRef(false);
  const reportedVersion = useRef(0);

  const load = useCallback(async () => {
    try {
      const offer = await readOffer(token);
      setLoaded({ state: 'ready', offer });
      if (offer.state === 'open' && reportedVersion.current !== offer.version) {
        reportedVersion.current = offer.version;
        // Reports the view to the operator; the page does not wait for it.
        tellSeen(token).catch(() => undefined);
      }
    } catch (error) {
      const missing = isMissing(error);
      const { sentence } = refusedBy(error);
      // Keep a page that is already shown, including anything typed into it.
      setLoaded((before) =>
        missing
          ? { state: 'unknown', sentence }
          : before.state === 'ready'
            ? before
            : { state: 'failed', sentence },
      );
    }
  }, [token]);
  useEffect(() => {
    void load();
  }, [load]);

  const once = async <Answer>(
    what: 'accept' | 'decline' | 'question',
    action: () => Promise<Answer>,
    after: (offer: Offer, answer: Answer) => Offer,
  ): Promise<Refused | null | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    setSending(what);
    try {
      const answer = await action();
      setLoaded((before) =>
        before.state === 'ready' ? { state: 'ready', offer: after(before.offer, answer) } : before,
      );
      return null;
    } catch (error) {
      // The quote has changed or ended.
      if (error instanceof ApiError && error.code.startsWith('quote_')) await load();
      return refusedBy(error);
    } finally {
      busy.current = false;
      setSending(null);
    }
  };

  return {
    loaded,
    /** Address of the quote's PDF. */
    pdf: `/api/public/quotes/${encodeURIComponent(token)}/pdf`,
    /** The pending action. */
    sending,
    again: () => {
      setLoaded({ state: 'loading' });
      void load();
    },
    accept: (version: number, name: string, email: string) =>
      once(
        'accept',
        async () => {
          const answer = await accept(token, {
            version,
            name,
            consent: true,
            ...(email !== '' && { email }),
          });
          // Any amount due now is paid on the booking's page, which opens next.
          if (answer.paysNow && answer.pageUrl !== null) goTo(answer.pageUrl);
          return answer;
        },
        (offer, { booking: { id, number, status } }) => ({
          ...offer,
          state: 'accepted',
          // The name stays empty until the page is reloaded: another person may have accepted first in
          // another tab.
          acceptedBy: null,
          booking: { id, number, status },
        }),
      ),
    decline: (reason: string) =>
      once(
        'decline',
        () => decline(token, reason),
        (offer) => ({ ...offer, state: 'declined' }),
      ),
    ask: (text: string, email: string) =>
      once(
        'question',
        () => askQuestion(token, text, email),
        (offer) => offer,
      ),
  };
}

export type QuoteOfCustomer = ReturnType<typeof useQuote>;
