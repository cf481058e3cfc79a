import { useMutation } from '@tanstack/react-query';
import { api, body } from './client';
import type { Booking, SiteCheckInput } from './types';

/** The letter lines as they are sent back, packages included; items are not part of the sign. */
function signOf({ lines }: Pick<Booking, 'lines'>): SiteCheckInput['lines'] {
  return lines.flatMap<SiteCheckInput['lines'][number]>((line) => {
    if (line.kind === 'letters') {
      const { kind, text, size, finish } = line;
      return [{ kind, text, size, finish }];
    }
    return line.kind === 'package' ? [{ kind: line.kind, packageId: line.packageId, words: line.words }] : [];
  });
}

/** The length, height and weight of a booking's sign, and which of them its venue does not allow. */
export function useSiteCheck(booking: Pick<Booking, 'lines' | 'venueId'>) {
  return useMutation({
    mutationFn: async () =>
      body(
        await api.POST('/api/site-check', {
          body: { lines: signOf(booking), gapInches: 4, venueId: booking.venueId },
        }),
      ),
  });
}
