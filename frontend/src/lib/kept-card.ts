interface KeptCard {
  readonly brand: string;
  readonly last4: string;
  /** Expiration month, such as "2030-04"; null if unknown. */
  readonly expires: string | null;
}

/** A card on file such as "Visa ···· 4242, expires 04/30". */
export function keptCardName({ brand, last4, expires }: KeptCard, now: Date = new Date()): string {
  const [year = '', month = ''] = expires?.split('-') ?? [];
  const isOver = expires !== null && expires < now.toISOString().slice(0, 7);
  return [
    `${brand.charAt(0).toUpperCase()}${brand.slice(1)}${last4 === '' ? '' : ` ···· ${last4}`}`,
    ...(expires === null ? [] : [`${isOver ? 'expired' : 'expires'} ${month}/${year.slice(2)}`]),
  ].join(', ');
}

/**
 * True for a bank account, on which no amount can be held. Unlike a card, it has no expiration date; unlike a Link
 * wallet, it has a number.
 */
export const isBankAccount = ({ last4, expires }: KeptCard) => expires === null && last4 !== '';
