/** Every address of the application, in one place. */
export const paths = {
  home: '/',
  auth: '/auth',
  forgot: '/forgot-password',
  /** The page that an invitation's email leads to. */
  invitation: '/invitation',
  dashboard: '/dashboard',
  /** Today's stops. */
  day: '/day',
  bookings: '/bookings',
  inventory: '/inventory',
  repairs: '/repairs',
  venues: '/venues',
  /** The venues, with the dialog for a new one open. */
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
  adminSubscriptions: '/admin/subscriptions',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  help: '/help',
  privacy: '/privacy',
  terms: '/terms',
  status: '/status',
} as const;

/** A chapter of the Help Center, or one of its sections. */
export function helpPath(chapter: string, section?: string): string {
  return `${paths.help}/${chapter}${section === undefined ? '' : `#${section}`}`;
}

/** The stops of a day. */
export function dayPath(day: string): string {
  return `${paths.day}?date=${day}`;
}

/** The details of a booking, above the list of all. */
export function bookingPath(id: number): string {
  return `${paths.bookings}?id=${id}`;
}

/** The details of a quote, above the list of all. */
export function quotePath(id: number): string {
  return `${paths.quotes}?id=${id}`;
}

/** The card form for what is due of the business's own subscription. */
export const subscriptionCheckoutPath = `${paths.checkout}?for=subscription`;

/** The page with the outcome of a payment, by its client secret. */
export function paidPath(clientSecret: string): string {
  return `${paths.paymentSuccess}?payment_intent_client_secret=${encodeURIComponent(clientSecret)}`;
}

/** The page to give a card for later payments of the subscription. */
export const cardPath = `${paths.checkout}?for=card`;

/** The quote builder with an existing quote in it. */
export function editQuotePath(id: number): string {
  return `${paths.editQuote}?id=${id}`;
}

/** The sign-in page, which brings the visitor back to `from` afterwards. */
export function signInPath(from: string): string {
  return from === paths.home || from === paths.dashboard
    ? paths.auth
    : `${paths.auth}?next=${encodeURIComponent(from)}`;
}

/**
 * Where to go after signing in: `next` when it is a path of this application, else the dashboard.
 *
 * Browsers read `//host` and `/\host` as another site, and drop tabs and newlines before they look, so anything
 * but a plain path is refused rather than repaired.
 */
export function safeNext(next: string | null): string {
  if (next === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) {
    return paths.dashboard;
  }
  const target = new URL(`https://own.invalid${next}`);
  // Taking "." out of "/.//host" leaves "//host" behind, hence the second look.
  if (target.pathname.startsWith('//') || target.pathname === paths.auth) {
    return paths.dashboard;
  }
  return `${target.pathname}${target.search}${target.hash}`;
}

/**
 * The public booking form of one operator, to be shared with customers.
 *
 * `shared` is the address to hand out. `preview` always shows the public form, also to the operator, who would
 * find the quote builder at the shared address while signed in.
 */
export function bookingFormLinks(origin: string, publicKey: string): { shared: string; preview: string } {
  const query = `userId=${encodeURIComponent(publicKey)}`;
  return { shared: `${origin}/booking?${query}`, preview: `${origin}/booking-widget?${query}` };
}
