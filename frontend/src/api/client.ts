import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError } from './errors';
import type { paths } from './schema';

/** An answer that is not OK, as the error that screens know. */
async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = response.headers.get('retry-after');
  return new ApiError(response.status, await response.text(), response.statusText, { retryAfter });
}

/** Turns every answer that is not OK, and every missing one, into the one error that screens know. */
const throwApiErrors: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) {
      throw await errorOf(response);
    }
  },
  onError({ error }) {
    return error instanceof ApiError ? error : ApiError.unreachable(error);
  },
};

/**
 * Sends a request. Where the server first wants to know again whose sign-in this is, the person is asked, and the request
 * is sent once more: no form has to know about it, and nothing that was typed is lost.
 */
async function send(request: Request): Promise<Response> {
  // A body can be sent once, so what it holds is kept; a clone would be sent as a stream.
  const body = request.method === 'GET' ? new ArrayBuffer(0) : await request.arrayBuffer();
  // `fetch` is looked up on each call: a test's server can replace it.
  const attempt = () => globalThis.fetch(body.byteLength === 0 ? request : new Request(request, { body }));
  const response = await attempt();
  if (response.status !== 403) {
    return response;
  }
  const refusal = await errorOf(response.clone());
  if (refusal.code !== 'reauthenticate') {
    return response;
  }
  const { methods } = refusal.extra;
  const { askAgain } = await import('./ask-again');
  return (await askAgain(Array.isArray(methods) ? methods : [])) ? attempt() : response;
}

/** The typed client of our own server. Every call resolves with `data` or throws an ApiError. */
export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  credentials: 'include',
  fetch: send,
});
api.use(throwApiErrors);

/** The body of an answer that is known to have one. */
export function body<T>(result: { data?: T }): NonNullable<T> {
  if (result.data === undefined || result.data === null) {
    throw new ApiError(502, '', 'The answer was empty.');
  }
  return result.data;
}

/** Whom or what a call is about: the parameters in its path. */
export const at = <Path>(path: Path) => ({ params: { path } });
