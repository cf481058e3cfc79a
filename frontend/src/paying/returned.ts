const PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/**
 * Return the provider id of the payment that the customer returned with from their bank, or null. The
 * provider adds it to the address together with a client secret, so both are removed from the address.
 */
export function takeReturned(): string | null {
  const address = new URL(location.href);
  const returned = address.searchParams.get('payment_intent');
  for (const name of PARAMETERS) address.searchParams.delete(name);
  if (returned !== null) history.replaceState(null, '', address);
  return returned;
}
