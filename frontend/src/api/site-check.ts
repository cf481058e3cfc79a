import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from './client';
import type { Booking, BookingInput, SiteCheckInput } from './types';

type SignLine = SiteCheckInput['lines'][number];
/** Rental line as read or as about to be sent. */
type RentalLine = Booking['lines'][number] | NonNullable<BookingInput['lines']>[number];

/** Letter lines of a rental, including packages, and their venue. Items are not part of a sign. */
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

/** Dimensions and weight of a sign, and the venue limits it exceeds. */
export function useSiteCheck(sign: SiteCheckInput) {
  const check = useMutation({
    mutationFn: (input: SiteCheckInput) => unwrap(api.POST('/api/site-check', { body: input })),
  });
  // Results for another sign or venue must not be shown.
  const current = JSON.stringify(check.variables) === JSON.stringify(sign);
  return {
    found: current ? check.data : undefined,
    error: current ? check.error : null,
    pending: check.isPending,
    ask: () => check.mutate(sign),
  };
}
