/** Calls without a session: booking form visitors and customers with a link. Credentials are never sent. */
import { ApiError } from './errors';

const TIMEOUT_MS = 15_000;

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** JSON body; calls with one are POSTs by default. */
  readonly body?: unknown;
  /** Idempotency key. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** Call the server; resolves to null for an empty response. Throws ApiError, with status 0 on timeout. */
export async function callPublicly<T>(
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', key, signal }: Call = {},
): Promise<T> {
  // Manual, because AbortSignal.any is too recent for some visitors' browsers.
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
    // Response of a captive portal or proxy.
    throw new ApiError(502, '', 'The server’s response could not be read.');
  }
}
