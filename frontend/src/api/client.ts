import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError } from './errors';
import type { paths } from './schema';

/** Convert a non-OK response to an ApiError. */
async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = response.headers.get('retry-after');
  return new ApiError(response.status, await response.text(), response.statusText, { retryAfter });
}

/** Convert every non-OK or missing response to an ApiError. */
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
 * Send a request. If the server requires re-authentication, ask the user and resend the request, so that no
 * form has to handle it and no input is lost.
 */
async function send(request: Request): Promise<Response> {
  // A body can be sent only once, so keep its content; a clone would be sent as a stream.
  const body = request.method === 'GET' ? new ArrayBuffer(0) : await request.arrayBuffer();
  // Read `fetch` on each call: a test server can replace it.
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
  return (await askAgain(api, Array.isArray(methods) ? methods : [])) ? attempt() : response;
}

/** Typed client of the server's API. Every call resolves with `data` or throws an ApiError. */
export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  credentials: 'include',
  fetch: send,
});
api.use(throwApiErrors);

export type Api = typeof api;

/** Body of a response that must have one. */
export function body<T>(result: { data?: T }): NonNullable<T> {
  if (result.data === undefined || result.data === null) {
    throw new ApiError(502, '', 'The server sent an empty response.');
  }
  return result.data;
}

/** Body of a response; undefined for a 204, which has none. */
export async function unwrap<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const result = await call;
  return result.response.status === 204 ? (result.data as T) : body(result);
}

/** Input of a mutation that creates a record, or updates the one with `id`. */
export interface Upsert<Input> {
  id: number | null;
  input: Input;
}

/** Path parameters of a call. */
export const at = <Path>(path: Path) => ({ params: { path } });
