/** API calls for shares: from the booking's page, which creates them, and from the page of each share. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
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

/** Open a card payment of the amount shown on the page. Repeated calls return the same payment. */
export const payShare = (token: string, amount: number, email: string | null) =>
  callPublicly<Schemas['PayOut']>(`${addressOf(token)}/pay`, { body: { amount, email } });
/** Check the share's card payments, and `intent` if given, with the provider. Returns the updated page. */
export const lookAtShare = (token: string, intent: string | null) =>
  callPublicly<Schemas['ShareLookOut']>(
    `${addressOf(token)}/pay/look${intent === null ? '' : `?paymentIntent=${encodeURIComponent(intent)}`}`,
    { method: 'POST' },
  );
