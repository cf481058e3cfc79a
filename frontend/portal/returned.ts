/**
 * Return the provider id of the payment that the customer returned with from their bank, or null. The
 * provider adds it to the address together with a client secret, so both are removed from the address.
 */
export function takeReturned(): string | null {
  const returned = new URLSearchParams(location.search).get('payment_intent');
  if (returned !== null) history.replaceState(null, '', location.pathname);
  return returned;
}
