/** API calls of a quote's page. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

/** The most recently sent version, with its state. */
export type Offer = Schemas['PublicQuoteOut'];
export type Accepted = Schemas['AcceptedOut'];
export type Alternative = Schemas['AlternativeOut'];

const ask = <T>(token: string, verb = '', body?: unknown) =>
  callPublicly<T>(`/api/public/quotes/${encodeURIComponent(token)}${verb}`, {
    method: verb === '' ? 'GET' : 'POST',
    body,
  });

export const readOffer = (token: string): Promise<Offer> => ask<Offer>(token);

/** Report that the page was opened. */
export const tellSeen = (token: string) => ask<null>(token, '/seen');
export const accept = (token: string, input: Schemas['AcceptInput']) =>
  ask<Accepted>(token, '/accept', input);
export const decline = (token: string, reason: string) =>
  ask<null>(token, '/decline', reason === '' ? {} : { reason });
export const askQuestion = (token: string, text: string, email: string) =>
  ask<null>(token, '/question', { text, ...(email !== '' && { email }) });
