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

/** The typed client of our own server. Every call resolves with `data` or throws an ApiError. */
export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  credentials: 'include',
  // Looked up on each call, so that a test's server can replace it.
  fetch: (request) => globalThis.fetch(request),
});
api.use(throwApiErrors);

/** The body of an answer that is known to have one. */
export function body<T>(result: { data?: T }): NonNullable<T> {
  if (result.data === undefined || result.data === null) {
    throw new ApiError(502, '', 'The answer was empty.');
  }
  return result.data;
}
