/** Paths of all pages. */
export const paths = {
  home: '/',
  auth: '/auth',
  forgot: '/forgot-password',
  /** Page that an invitation email links to. */
  invitation: '/invitation',
  dashboard: '/dashboard',
  /** Today's stops. */
  day: '/day',
  bookings: '/bookings',
  /** Revenue, taxes and the books on a page of their own, for people who don't see bookings. */
  reports: '/reports',
  inventory: '/inventory',
  repairs: '/repairs',
  stocktakes: '/stocktakes',
  venues: '/venues',
  customers: '/customers',
  conversations: '/conversations',
  giftCards: '/gift-cards',
  reviews: '/reviews',
  /** Venues, with the dialog for a new venue open. */
  newVenue: '/venues?new',
  quote: '/booking',
  quotes: '/quotes',
  editQuote: '/quotes/edit',
  settings: '/settings',
  subscription: '/subscription',
  checkout: '/checkout',
  paymentSuccess: '/payment-success',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminBusinesses: '/admin/businesses',
  adminSubscriptions: '/admin/subscriptions',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  help: '/help',
  privacy: '/privacy',
  terms: '/terms',
  status: '/status',
} as const;

/** Help Center chapter, optionally with a section. */
export function helpPath(chapter: string, section?: string): string {
  return `${paths.help}/${chapter}${section === undefined ? '' : `#${section}`}`;
}

/** A stocktake. */
export function stocktakePath(id: number): string {
  return `${paths.stocktakes}?id=${id}`;
}

/** Stops of a day. */
export function dayPath(day: string): string {
  return `${paths.day}?date=${day}`;
}

/** Booking details, opened above the list. */
export function bookingPath(id: number): string {
  return `${paths.bookings}?id=${id}`;
}

/** A customer's page. */
export function customerPath(id: number): string {
  return `${paths.customers}/${id}`;
}

/** The conversation on a customer's page. */
export function conversationPath(customerId: number): string {
  return `${customerPath(customerId)}#conversation`;
}

/** The quote builder with a customer's data, or with a typed name, address or number. */
export function newQuotePath(customer: { id: number } | { typed: string }): string {
  return 'id' in customer
    ? `${paths.quote}?customer=${customer.id}`
    : `${paths.quote}?caller=${encodeURIComponent(customer.typed)}`;
}

/** Quote details, opened above the list. */
export function quotePath(id: number): string {
  return `${paths.quotes}?id=${id}`;
}

/** Card form for the amount due on the business's subscription. */
export const subscriptionCheckoutPath = `${paths.checkout}?for=subscription`;

/** Payment result page, by client secret. */
export function paidPath(clientSecret: string): string {
  return `${paths.paymentSuccess}?payment_intent_client_secret=${encodeURIComponent(clientSecret)}`;
}

/** Page that saves a card for future subscription payments. */
export const cardPath = `${paths.checkout}?for=card`;

/** Quote builder with an existing quote. */
export function editQuotePath(id: number): string {
  return `${paths.editQuote}?id=${id}`;
}

/** Sign-in page that returns to `from` afterwards. */
export function signInPath(from: string): string {
  return from === paths.home || from === paths.dashboard
    ? paths.auth
    : `${paths.auth}?next=${encodeURIComponent(from)}`;
}

/**
 * Redirect target after sign-in: `next` if it is an internal path, otherwise the dashboard.
 *
 * Browsers treat `//host` and `/\host` as another site and strip tabs and newlines, so anything but a plain
 * path is rejected rather than repaired.
 */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) {
    return paths.dashboard;
  }
  const target = new URL(`https://own.invalid${next}`);
  // Removing "." from "/.//host" leaves "//host", hence the second check.
  if (target.pathname.startsWith('//') || target.pathname === paths.auth) {
    return paths.dashboard;
  }
  return `${target.pathname}${target.search}${target.hash}`;
}

/**
 * Links to an operator's public booking form.
 *
 * `shared` is the address for customers. `preview` always shows the public form; a signed-in operator would
 * see the quote builder at the shared address.
 */
export function bookingFormLinks(origin: string, publicKey: string): { shared: string; preview: string } {
  const query = `userId=${encodeURIComponent(publicKey)}`;
  return { shared: `${origin}/booking?${query}`, preview: `${origin}/booking-widget?${query}` };
}
