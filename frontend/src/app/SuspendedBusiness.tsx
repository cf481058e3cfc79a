import { Link } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { SignNotice } from './SignNotice';

/** Replaces every page of a business that an administrator has suspended. */
export function SuspendedBusiness({ reason }: { reason: string | null }) {
  usePageTitle('Suspended');
  const { team, part } = useSignedInUser();
  return (
    <SignNotice
      sign="PAUSED"
      title={`${team?.name ?? 'This business'} is suspended`}
      ways={
        part === 'owner' ? (
          <Button asChild>
            <Link to={`${paths.settings}?tab=account`}>Export Your Data</Link>
          </Button>
        ) : null
      }
    >
      The administrator of this site has suspended your business.{reason === null ? '' : ` Reason: ${reason}`}{' '}
      Your data is safe, and customers can still read their bookings. Please contact the administrator.
    </SignNotice>
  );
}
