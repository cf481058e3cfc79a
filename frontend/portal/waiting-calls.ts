/** The calls of the page of a place on a waiting list. Each returns the page as it is after the call. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { writeAs } from '@/lib/hours';

type Schemas = components['schemas'];
export type WaitingPlace = Schemas['WaitingPlaceOut'];

const addressOf = (token: string) => `/api/public/waiting-list/${encodeURIComponent(token)}`;

export async function readPlace(token: string): Promise<WaitingPlace> {
  const place = await callPublicly<WaitingPlace>(addressOf(token));
  writeAs(place);
  return place;
}

export const answerOffer = (token: string, action: Schemas['WaitingActionInput']['action']) =>
  callPublicly<WaitingPlace>(addressOf(token), { body: { action } });
