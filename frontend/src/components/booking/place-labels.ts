/** Labels of state and postal code: US or international terms. */
export const placeLabels = (hasStates: boolean) =>
  hasStates ? { state: 'State', zipCode: 'ZIP Code' } : { state: 'Region', zipCode: 'Postal Code' };

/** State and postal code within a sentence: "state", "ZIP code". */
export const placeWords = (hasStates: boolean) =>
  hasStates ? { state: 'state', zipCode: 'ZIP code' } : { state: 'region', zipCode: 'postal code' };
