/** Calls of those who have no session: visitors of the booking form, customers by a link. No credentials are ever sent. */
import { ApiError } from './errors';

const TIMEOUT_MS = 15_000;

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON; a call that has one is a POST. */
  readonly body?: unknown;
  /** The idempotency key. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** The answer of the server; null where it answers nothing. Throws ApiError, with status 0 when nobody answers in time. */
export async function callPublicly<T>(
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', key, signal }: Call = {},
): Promise<T> {
  // By hand, because AbortSignal.any is younger than the browsers that visit.
  const controller = new AbortController();
  const stop = () => controller.abort();
  const patience = setTimeout(stop, TIMEOUT_MS);
  signal?.addEventListener('abort', stop);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      credentials: 'omit',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: controller.signal,
    });
    text = await response.text();
  } catch (cause) {
    throw ApiError.unreachable(cause);
  } finally {
    clearTimeout(patience);
    signal?.removeEventListener('abort', stop);
  }
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after');
    throw new ApiError(response.status, text, response.statusText, { retryAfter });
  }
  try {
    const answer: T = response.status === 204 ? null : JSON.parse(text);
    return answer;
  } catch {
    // A captive portal or a proxy answered in the server's place.
    throw new ApiError(502, '', 'The answer was not readable.');
  }
}
