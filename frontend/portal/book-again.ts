/** Opens the business's form filled in with an earlier booking. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { typedFromIso } from '@/booking-form/dates';
import { type BookingDraft, draftLines, EMPTY_DRAFT, OTHER_PLACE } from '@/booking-form/draft';
import { draftStorage } from '@/booking-form/draft-storage';
import { newKey } from '@/booking-form/idempotency';
import type { Format } from '@/lib/format';
import { bookingAddress } from '@/paying/calls';

type Schemas = components['schemas'];
type Again = Schemas['BookAgainOut'];
type Unfinished = Schemas['UnfinishedFormOut'];

/** The form's fields: everything but the days. */
export function draftAgain(again: Again): BookingDraft {
  const { damageWaiver } = again;
  return {
    ...draftOf(again),
    customerPhone: again.customerPhone ?? '',
    notes: again.notes ?? '',
    damageWaiver: damageWaiver === null ? '' : damageWaiver ? 'yes' : 'no',
  };
}

/** The fields that earlier bookings and unfinished forms share. */
function draftOf(again: Again | Unfinished): BookingDraft {
  const { address } = again;
  return {
    ...EMPTY_DRAFT,
    lines: draftLines(again.lines),
    venueId: again.venueId === null ? OTHER_PLACE : String(again.venueId),
    placeName: again.venueName ?? '',
    ...Object.fromEntries(
      Object.entries(address ?? {}).filter((part): part is [string, string] => part[1] !== null),
    ),
    customerName: again.customerName,
    customerEmail: again.customerEmail ?? '',
    eventType: again.eventType ?? '',
    preferredInstallTime: again.preferredInstallTime ?? '',
  };
}

/**
 * Store the booking's details as the draft of the business's form in this tab, and return the form's path. Customer
 * details are not included.
 */
export async function prepareForm(token: string): Promise<string> {
  const again = await callPublicly<Again>(`${bookingAddress(token)}/again`);
  // Named like the form's own storage, by the operator in its URL and its default size.
  draftStorage(`${again.key}.`).save({ draft: draftAgain(again), key: newKey() });
  return again.url;
}

/** Like `prepareForm`, for a form that a visitor left, with its days. */
export async function prepareUnfinishedForm(token: string): Promise<string> {
  const form = await callPublicly<Unfinished>(`/api/public/priced-leads/${encodeURIComponent(token)}`);
  const format = { dateFormat: form.dateFormat } as Format;
  const days = {
    deliveryDate: typedFromIso(format, form.deliveryDay),
    pickupDate: typedFromIso(format, form.pickupDay),
  };
  draftStorage(`${form.key}.`).save({ draft: { ...draftOf(form), ...days }, key: newKey() });
  return form.url;
}
