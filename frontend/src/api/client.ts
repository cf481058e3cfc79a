import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError } from './errors';
import type { paths } from './schema';

/** Turns every answer that is not OK, and every missing one, into the one error that screens know. */
const throwApiErrors: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) {
      throw await ApiError.from(response);
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
  // A body can be sent once, so a copy is kept. `fetch` is looked up on each call: a test's server can replace it.
  const again = request.method === 'GET' ? request : request.clone();
  const response = await globalThis.fetch(request);
  if (response.status !== 403 || (await ApiError.from(response.clone())).code !== 'reauthenticate') {
    return response;
  }
  return (await (await import('./ask-again')).askAgain()) ? globalThis.fetch(again) : response;
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
