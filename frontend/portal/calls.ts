/** The calls of a quote's page. Its customer has no session, so no credentials are ever sent. */
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';

const TIMEOUT_MS = 20_000;

type Schemas = components['schemas'];

/** The version that was sent last, and how it stands. */
export type Offer = Schemas['PublicQuoteAnswer'];
export type Accepted = Schemas['AcceptedAnswer'];
export type Alternative = Schemas['AlternativeAnswer'];

async function ask<T>(token: string, verb = '', body?: unknown): Promise<T> {
  const controller = new AbortController();
  const patience = setTimeout(() => controller.abort(), TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/api/public/quotes/${encodeURIComponent(token)}${verb}`, {
      method: verb === '' ? 'GET' : 'POST',
      credentials: 'omit',
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: controller.signal,
    });
    text = await response.text();
  } catch (cause) {
    throw ApiError.unreachable(cause);
  } finally {
    clearTimeout(patience);
  }
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  try {
    return (text === '' ? null : JSON.parse(text)) as T;
  } catch {
    // A captive portal or a proxy answered in the server's place.
    throw new ApiError(502, '', 'The answer was not readable.');
  }
}

export const readOffer = (token: string) => ask<Offer>(token);
/** Says that a person has the page open. */
export const tellSeen = (token: string) => ask<null>(token, '/seen');
export const accept = (token: string, input: Schemas['AcceptInput']) =>
  ask<Accepted>(token, '/accept', input);
export const decline = (token: string, reason: string) =>
  ask<null>(token, '/decline', reason === '' ? {} : { reason });
export const askQuestion = (token: string, text: string, email: string) =>
  ask<null>(token, '/question', { text, ...(email !== '' && { email }) });
