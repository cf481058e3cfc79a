/**
 * The payment that somebody comes back with from their bank, by the provider's id; null without one. The provider puts
 * it into the address together with what is nobody else's to read: all of that is taken out.
 */
export function takeReturned(): string | null {
  const returned = new URLSearchParams(location.search).get('payment_intent');
  if (returned !== null) history.replaceState(null, '', location.pathname);
  return returned;
}
