/** Reviews that customers wrote after their rental. */
import { useMutation } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { useFilteredPages } from './read';
import type { components } from './schema';

export type Review = components['schemas']['ReviewOut'];

const PAGE_SIZE = 20;

/** Reviews, newest first; only shown or only other ones if `shown` is set. */
export function useReviewPages(shown: boolean | undefined) {
  return useFilteredPages(['bookings'], '/api/reviews', {
    limit: PAGE_SIZE,
    ...(shown !== undefined && { shown }),
  });
}

/** Show or hide a review, or answer it; null removes the answer. */
export const useChangeReview = (id: number) =>
  useMutation({
    mutationFn: (change: { shown: boolean } | { answer: string | null }) =>
      unwrap(api.PATCH('/api/reviews/{review_id}', { ...at({ review_id: id }), body: change })),
    meta: { invalidates: ['/api/reviews'], invalidatesOnError: true },
  });
