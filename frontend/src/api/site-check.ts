import { useCall } from './change';
import { api } from './client';
import type { Booking, BookingInput, SiteCheckInput } from './types';

type SignLine = SiteCheckInput['lines'][number];
/** A line as it was read or is about to be sent. */
type RentalLine = Booking['lines'][number] | NonNullable<BookingInput['lines']>[number];

/** The letter lines of a rental, packages included, and their venue. Items are not part of a sign. */
export function signOf(lines: readonly RentalLine[], venueId: number | null): SiteCheckInput {
  return {
    gapInches: 4,
    venueId,
    lines: lines.flatMap<SignLine>((line) => {
      if (line.kind === 'letters') {
        const { kind, text, size, finish } = line;
        return [{ kind, text, size, ...(finish != null && { finish }) }];
      }
      return line.kind === 'package'
        ? [{ kind: line.kind, packageId: line.packageId, words: line.words ?? [] }]
        : [];
    }),
  };
}

/** The length, height and weight of a sign, and which of them its venue does not allow. */
export function useSiteCheck(sign: SiteCheckInput) {
  const check = useCall((asked: SiteCheckInput) => api.POST('/api/site-check', { body: asked }));
  // What was found about another sign, or another place, says nothing about this one.
  const current = JSON.stringify(check.variables) === JSON.stringify(sign);
  return {
    found: current ? check.data : undefined,
    error: current ? check.error : null,
    pending: check.isPending,
    ask: () => check.mutate(sign),
  };
}
