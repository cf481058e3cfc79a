/** Price and stock while the customer types: debounced, one request at a time, outdated responses ignored. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Estimate } from './answers';
import type { EstimateRequest } from './draft';

export type AskEstimate = (request: EstimateRequest, signal: AbortSignal) => Promise<Estimate>;

export interface EstimateState {
  /** The last response; while `pending` it belongs to earlier content. */
  readonly estimate: Estimate | null;
  /** True from a change until its response. */
  readonly pending: boolean;
  /** The error due to which the current content has no estimate. */
  readonly error: unknown;
  /** Requests the estimate again at once. */
  readonly retry: () => void;
  /** Merges the data of a refused booking, which is newer than the last estimate. */
  readonly correct: (change: Partial<Estimate>) => void;
}

interface Answer {
  readonly key: string;
  readonly estimate: Estimate | null;
  readonly error: unknown;
}

const DELAY_MS = 250;
const RETRY_MS = 4000;
const NO_ANSWER: Answer = { key: '', estimate: null, error: null };

/** True for temporary errors: no connection, too many requests, server unavailable. */
function passes(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}

/**
 * Load the estimate for `request`, `delay` ms after the last change. A newer request aborts the older one,
 * late responses are ignored, and temporary failures are retried.
 *
 * @param ask stable across renders
 */
export function useEstimate(
  request: EstimateRequest | null,
  ask: AskEstimate,
  delay = DELAY_MS,
): EstimateState {
  const key = request === null ? '' : JSON.stringify(request);
  const [answer, setAnswer] = useState<Answer>(NO_ANSWER);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const lastKey = useRef('');
  const latest = useRef(request);
  latest.current = request;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers another request.
  useEffect(() => {
    // The key represents the request and changes with it.
    const question = latest.current;
    if (key === '' || question === null) return;
    const controller = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      lastKey.current = key;
      try {
        const estimate = await ask(question, controller.signal);
        if (!controller.signal.aborted) setAnswer({ key, estimate, error: null });
      } catch (error) {
        if (controller.signal.aborted) return;
        setAnswer((last) => ({ key, estimate: last.estimate, error }));
        if (passes(error)) again = setTimeout(retry, RETRY_MS);
      }
    };
    // Only typing is debounced, so a retry is sent immediately.
    const wait = setTimeout(run, lastKey.current === key ? 0 : delay);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(wait);
      clearTimeout(again);
      controller.abort();
      window.removeEventListener('online', retry);
    };
  }, [key, attempt, ask, delay, retry]);

  const correct = useCallback((change: Partial<Estimate>) => {
    setAnswer((last) => (last.estimate ? { ...last, estimate: { ...last.estimate, ...change } } : last));
  }, []);

  if (key === '') return { estimate: null, pending: false, error: null, retry, correct };
  const current = answer.key === key;
  return {
    estimate: answer.estimate,
    pending: !current,
    error: current ? answer.error : null,
    retry,
    correct,
  };
}
