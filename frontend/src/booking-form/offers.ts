/** The server's alternatives for a rental, applied to the form. */
import type { components } from '@/api/schema';
import { type BookingDraft, draftLines } from './draft';

export type FitOffer = components['schemas']['OfferOut'];
/** An offer of other letters. */
type LetterOffer = FitOffer & { readonly kind: Exclude<FitOffer['kind'], 'size' | 'dates'> };

/** Offers that change the letters; other sizes and dates are listed as alternatives. */
export function letterOffers(offers: readonly FitOffer[] | undefined): LetterOffer[] {
  return (offers ?? []).filter(
    (offer): offer is LetterOffer => offer.kind !== 'size' && offer.kind !== 'dates',
  );
}

/** Form changes of an offer. The finish is empty for letters that come in only one. */
export function changeOf(
  { kind, lines }: FitOffer,
  draft: BookingDraft,
): Partial<Pick<BookingDraft, 'lines'>> {
  if (lines.every((line) => line.kind !== 'letters')) return {};
  const plain = kind !== 'finish' && draft.lines[0].finish === '';
  const offered = lines.map((line) => (plain && line.kind === 'letters' ? { ...line, finish: '' } : line));
  return { lines: draftLines(offered) };
}
