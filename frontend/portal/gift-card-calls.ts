/** API calls of the page where customers buy gift cards. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

export type GiftCardShop = Schemas['GiftCardPageOut'];
export type GiftCardForm = Schemas['GiftCardFormOut'];
export type Purchase = Schemas['PurchaseOut'];

const addressOf = (key: string) => `/api/public/gift-cards/${encodeURIComponent(key)}`;

export const readShop = (key: string) => callPublicly<GiftCardShop>(addressOf(key));

/** Start a purchase, and open its payment. */
export const buyGiftCard = (key: string, input: Schemas['GiftCardPurchaseInput']) =>
  callPublicly<GiftCardForm>(`${addressOf(key)}/purchases`, { body: input });

/** Check a purchase with the provider. The first response after the payment has the code. */
export const lookAtPurchase = (key: string, purchase: string) =>
  callPublicly<Purchase>(`${addressOf(key)}/purchases/look`, { body: { purchase } });
