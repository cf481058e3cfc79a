/** Labels of state and postal code: US or international terms. */
export const placeLabels = (hasStates: boolean) =>
  hasStates ? { state: 'State', zipCode: 'ZIP Code' } : { state: 'Region', zipCode: 'Postal Code' };
