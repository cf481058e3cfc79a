import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { type Right, useMay } from '@/api/rights';
import { PageSpinner } from '@/ui/Spinner';

const NotYours = lazy(async () => ({ default: (await import('./NotYours')).NotYours }));

/** Screens for those who have a right in their business; for the others of its team, why it is not theirs. */
export function NeedsRight({ right }: { right: Right }) {
  return useMay(right) ? (
    <Outlet />
  ) : (
    <Suspense fallback={<PageSpinner />}>
      <NotYours />
    </Suspense>
  );
}
