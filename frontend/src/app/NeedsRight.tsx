import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { type Right, useCan } from '@/api/rights';
import { PageSpinner } from '@/ui/Spinner';

const NotYours = lazy(async () => ({ default: (await import('./NotYours')).NotYours }));

/** Screens for people who have a right in their business; other team members see why they do not have it. */
export function NeedsRight({ right }: { right: Right }) {
  return useCan(right) ? (
    <Outlet />
  ) : (
    <Suspense fallback={<PageSpinner />}>
      <NotYours />
    </Suspense>
  );
}
