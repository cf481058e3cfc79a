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

/** API calls for shares: from the booking's page, which creates them, and from the page of each share. */

export type Shares = Schemas['PaymentSharesOut'];
export type Share = Schemas['PaymentShareOut'];
export type PayersShare = Schemas['PublicShareOut'];

const sharesOf = (token: string) => `/api/public/bookings/${encodeURIComponent(token)}/shares`;
const addressOf = (token: string) => `/api/public/shares/${encodeURIComponent(token)}`;

export const readShares = (token: string) => callPublicly<Shares>(sharesOf(token));
export const addShare = (token: string, name: string, amount: number) =>
  callPublicly<Shares>(sharesOf(token), { body: { name, amount } });
export const removeShare = (token: string, id: number) =>
  callPublicly<Shares>(`${sharesOf(token)}/${id}`, { method: 'DELETE' });

export const readShare = (token: string): Promise<PayersShare> => callPublicly<PayersShare>(addressOf(token));

/** Create a card payment of the amount shown on the page. Repeated calls return the same payment. */
export const payShare = (token: string, amount: number, email: string | null) =>
  callPublicly<Schemas['PayOut']>(`${addressOf(token)}/pay`, { body: { amount, email } });
/** Check the share's card payments, and `intent` if given, with the provider. Returns the updated page. */
export const lookAtShare = (token: string, intent: string | null) =>
  callPublicly<Schemas['ShareLookOut']>(
    `${addressOf(token)}/pay/look${intent === null ? '' : `?paymentIntent=${encodeURIComponent(intent)}`}`,
    { method: 'POST' },
  );
