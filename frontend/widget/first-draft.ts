/** Initial values of the form: from a stored draft, or the defaults, limited to what the operator offers. */
import { type BookingDraft, EMPTY_DRAFT, OTHER_PLACE, withFirst } from '@/booking-form/draft';
import { finishIn, largestSize, type Offer, type VenueChoice } from '@/booking-form/offer';
import { FORM } from '@/booking-form/texts';

/** Default values for this operator. */
export function freshDraft(
  offer: Offer,
  venues: readonly VenueChoice[],
  defaultSize: string | null,
): BookingDraft {
  const [only, second] = placeChoices(offer, venues, '');
  // A single choice is preselected.
  const venueId = only && !second && only[0] === OTHER_PLACE ? OTHER_PLACE : '';
  const size = offer.sizes.find(({ code }) => code === defaultSize)?.code ?? largestSize(offer);
  const [usual] = EMPTY_DRAFT.lines;
  const color = offer.colors.find((row) => row.code === usual.colorOption) ?? offer.colors[0];
  const colorOption = color?.code ?? '';
  const finish = finishIn(offer, size, '');
  return { ...EMPTY_DRAFT, ...withFirst(EMPTY_DRAFT, { size, finish, colorOption }), venueId };
}

/** A stored draft, without choices that the operator no longer offers. */
export function stillOffered(
  draft: BookingDraft,
  fresh: BookingDraft,
  offer: Offer,
  venues: readonly VenueChoice[],
): BookingDraft {
  const [first] = draft.lines;
  const [usual] = fresh.lines;
  const has = (rows: readonly { code: string }[], code: string) => rows.some((row) => row.code === code);
  const size = has(offer.sizes, first.size) ? first.size : usual.size;
  return {
    ...draft,
    ...withFirst(draft, {
      size,
      finish: finishIn(offer, size, first.finish),
      colorOption: has(offer.colors, first.colorOption) ? first.colorOption : usual.colorOption,
      addOns: first.addOns.filter((code) => has(offer.addOns, code)),
    }),
    venueId: placeChoices(offer, venues, '').some(([id]) => id === draft.venueId)
      ? draft.venueId
      : fresh.venueId,
  };
}

/**
 * Options of the location field: the venues by name and city, and the customer's own address. A selected
 * venue that was removed stays in the list, marked as no longer offered.
 */
export function placeChoices(
  offer: Offer,
  venues: readonly VenueChoice[],
  chosen: string,
): (readonly [string, string])[] {
  const choices = (offer.listedVenues ? venues : []).map(
    ({ id, name, city, state }): readonly [string, string] => [
      String(id),
      [name, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · '),
    ],
  );
  if (offer.anyAddress || choices.length === 0) choices.push([OTHER_PLACE, FORM.otherPlace]);
  const isListed = chosen === '' || choices.some(([id]) => id === chosen);
  return isListed ? choices : [...choices, [chosen, FORM.venueNotOffered]];
}
