/** The location of a booking: one of the business's venues, or an address. */
import type { Current } from './change-lines';
import { SelectField, TextField } from './fields';
import type { useTyped } from './useTyped';

/** Value of the choice of an address instead of a venue. */
export const OTHER_PLACE = 'other';
export const PLACE_FIELDS = ['placeName', 'street', 'city', 'state', 'zipCode'] as const;
export type PlaceField = 'place' | (typeof PLACE_FIELDS)[number];

/** The current location as the values of the fields. */
export function startPlace(
  { venueId, address, venues, anyAddress }: Current,
  venueName: string | null,
): Record<PlaceField, string> {
  const onlyAddress = venues.length === 0 && anyAddress;
  return {
    place: venueId !== null ? String(venueId) : address !== null || onlyAddress ? OTHER_PLACE : '',
    placeName: venueId === null ? (venueName ?? '') : '',
    street: address?.street ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.zipCode ?? '',
  };
}

interface ChangePlaceProps {
  current: Current;
  /** Name of the booking's location. */
  venueName: string | null;
  chosen: string;
  at: (name: PlaceField) => ReturnType<ReturnType<typeof useTyped<PlaceField>>['at']>;
}

export function ChangePlace({ current, venueName, chosen, at }: ChangePlaceProps) {
  const { venues, venueId, address, anyAddress, hasStates, addressNames } = current;
  const own = venueId !== null && venues.every(({ id }) => id !== venueId);
  const choices: (readonly [string, string])[] = [
    ...(venueId === null && address === null ? [['', 'To be determined'] as const] : []),
    ...(own ? [[String(venueId), venueName ?? 'The venue you chose'] as const] : []),
    ...venues.map(({ id, name, city }) => [String(id), [name, city].filter(Boolean).join(' · ')] as const),
    ...(anyAddress || address !== null ? [[OTHER_PLACE, 'Another address'] as const] : []),
  ];
  return (
    <>
      {choices.length > 1 ? (
        <SelectField {...at('place')} id="new-place" label="Place" options={choices} />
      ) : null}
      {chosen === OTHER_PLACE ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...at('placeName')}
            id="new-place-name"
            label="Name of the place (Optional)"
            maxLength={200}
          />
          <TextField {...at('street')} id="new-street" label="Street" maxLength={200} />
          <TextField {...at('city')} id="new-city" label="City" maxLength={100} />
          {hasStates ? (
            <TextField {...at('state')} id="new-state" label={addressNames.state} maxLength={60} />
          ) : null}
          <TextField {...at('zipCode')} id="new-zip" label={addressNames.zipCode} maxLength={20} />
        </div>
      ) : null}
    </>
  );
}
