/** The server's alternatives for a rental, applied to the form. */
import type { components } from '@/api/schema';
import type { BookingDraft, DraftLine } from './draft';

export type FitOffer = components['schemas']['OfferOut'];
/** An offer of other letters. */
type LetterOffer = FitOffer & { readonly kind: Exclude<FitOffer['kind'], 'size' | 'dates'> };
type OfferedLine = FitOffer['lines'][number];

/** Offers that change the letters; other sizes and dates are listed as alternatives. */
export function letterOffers(offers: readonly FitOffer[] | undefined): LetterOffer[] {
  return (offers ?? []).filter(
    (offer): offer is LetterOffer => offer.kind !== 'size' && offer.kind !== 'dates',
  );
}

function draftLine(line: OfferedLine, plain: boolean): DraftLine {
  if (line.kind === 'item') return { kind: 'item', itemId: line.itemId, quantity: String(line.quantity) };
  if (line.kind === 'package') return { kind: 'package', packageId: line.packageId, words: line.words };
  const { text, size, finish, colorOption, addOns, turned } = line;
  return {
    kind: 'letters',
    text,
    size,
    finish: plain ? '' : finish,
    colorOption,
    addOns: Object.keys(addOns).filter((code) => addOns[code]),
    turned: turned ? { of: text + size, letters: turned } : undefined,
  };
}

/** Form changes of an offer. The finish is empty for letters that come in only one. */
export function changeOf({ kind, lines }: FitOffer, draft: BookingDraft): Partial<BookingDraft> {
  const plain = kind !== 'finish' && draft.finish === '';
  const all = lines.map((line) => draftLine(line, plain));
  const first = all.find((line) => line.kind === 'letters');
  if (!first) return {};
  const { text, kind: _, ...rest } = first;
  return { ...rest, message: text, more: all.filter((line) => line !== first) };
}
