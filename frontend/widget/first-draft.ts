/** What the form starts with: choices that the operator offers, of a kept draft or the usual ones. */
import { type BookingDraft, EMPTY_DRAFT, OTHER_PLACE } from '@/booking-form/draft';
import { finishIn, largestSize, type Offer, type VenueChoice } from '@/booking-form/offer';
import { FORM } from '@/booking-form/texts';

/** What a fresh form holds for this operator. */
export function freshDraft(
  offer: Offer,
  venues: readonly VenueChoice[],
  defaultSize: string | null,
): BookingDraft {
  const [only, second] = placeChoices(offer, venues, '');
  // Where there is nothing to choose, it is chosen.
  const venueId = only && !second && only[0] === OTHER_PLACE ? OTHER_PLACE : '';
  const size = offer.sizes.find(({ code }) => code === defaultSize)?.code ?? largestSize(offer);
  const color = offer.colors.find((row) => row.code === EMPTY_DRAFT.colorOption) ?? offer.colors[0];
  const colorOption = color?.code ?? '';
  return { ...EMPTY_DRAFT, size, finish: finishIn(offer, size, ''), colorOption, venueId };
}

/** A kept draft without choices that the operator has withdrawn since. */
export function stillOffered(
  draft: BookingDraft,
  fresh: BookingDraft,
  offer: Offer,
  venues: readonly VenueChoice[],
): BookingDraft {
  const size = offer.sizes.some((row) => row.code === draft.size) ? draft.size : fresh.size;
  return {
    ...draft,
    size,
    finish: finishIn(offer, size, draft.finish),
    colorOption: offer.colors.some((row) => row.code === draft.colorOption)
      ? draft.colorOption
      : fresh.colorOption,
    addOns: draft.addOns.filter((code) => offer.addOns.some((row) => row.code === code)),
    venueId: placeChoices(offer, venues, '').some(([id]) => id === draft.venueId)
      ? draft.venueId
      : fresh.venueId,
  };
}

/**
 * Where it may go: the venues by name and place, and an address of the customer's own. A venue that was chosen and is gone
 * stays in the list, so that the field says so.
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
  const known = chosen === '' || choices.some(([id]) => id === chosen);
  return known ? choices : [...choices, [chosen, FORM.venueNotOffered]];
}
