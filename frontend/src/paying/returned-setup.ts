const ID = 'setup_intent';
const PARAMETERS = [ID, `${ID}_client_secret`, 'redirect_status'];

interface ReturnedSetup {
  /** Provider id of the card setup. */
  readonly id: string;
  readonly succeeded: boolean;
}

/** The card setup that the customer returned with from their bank, by the page's address; or null. */
export function returnedSetup(): ReturnedSetup | null {
  const address = new URLSearchParams(location.search);
  const id = address.get(ID);
  return id === null ? null : { id, succeeded: address.get('redirect_status') === 'succeeded' };
}

/** Remove what the provider added to the page's address, which includes a client secret. */
export function clearReturnedSetup(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(ID)) return;
  for (const name of PARAMETERS) address.searchParams.delete(name);
  history.replaceState(null, '', address);
}
