/** What two parts of an address are called: by the words of the United States, or by those of everywhere else. */
export const placeLabels = (hasStates: boolean) =>
  hasStates ? { state: 'State', zipCode: 'ZIP Code' } : { state: 'Region', zipCode: 'Postal Code' };
