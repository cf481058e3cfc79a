/** Where a link to call a number leads; what a person has written between the figures is left out. */
export const callHref = (phone: string) => `tel:${figuresOf(phone)}`;

/** Where a link to text a number leads, with words that the message begins with (RFC 5724). */
export const textHref = (phone: string, words = '') =>
  `sms:${figuresOf(phone)}${words === '' ? '' : `?body=${encodeURIComponent(words)}`}`;

export const emailHref = (email: string) => `mailto:${email}`;

/** Where an address is found on a map: on a phone this opens its map application. */
export const mapHref = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.replace(/\s+/g, ' ').trim())}`;

const figuresOf = (phone: string) => phone.replace(/[^\d+]/g, '');
