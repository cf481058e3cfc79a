import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { PageSpinner } from '@/ui/Spinner';

const ClosedBusiness = lazy(async () => ({ default: (await import('./ClosedBusiness')).ClosedBusiness }));
const NeedsSecondFactor = lazy(async () => ({
  default: (await import('./NeedsSecondFactor')).NeedsSecondFactor,
}));
const NoBusiness = lazy(async () => ({ default: (await import('./NoBusiness')).NoBusiness }));

/** The screens of a business, for those who have one; for an account without, such as an administrator's, why not. */
export function NeedsBusiness() {
  const { operatorId, team, needsSecondFactor } = useSignedInUser();
  if (needsSecondFactor && operatorId !== null) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <NeedsSecondFactor />
      </Suspense>
    );
  }
  if (operatorId !== null && team?.closesAt != null) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <ClosedBusiness closesAt={team.closesAt} />
      </Suspense>
    );
  }
  return operatorId === null ? (
    <Suspense fallback={<PageSpinner />}>
      <NoBusiness />
    </Suspense>
  ) : (
    <Outlet />
  );
}
