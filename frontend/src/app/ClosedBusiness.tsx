import { Link } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { LeaveTeam } from '@/features/settings/team/LeaveTeam';
import { formatLongDay } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { SignNotice } from './SignNotice';

/** In place of every screen of a business that is being closed. */
export function ClosedBusiness({ closesAt }: { closesAt: string }) {
  usePageTitle('Closed');
  const { team, timeZone, part } = useSignedInUser();
  const name = team?.name ?? 'This business';
  return (
    <SignNotice
      sign="CLOSED"
      title={`${name} is closed`}
      ways={
        part === 'owner' ? (
          <Button asChild>
            <Link to={`${paths.settings}?tab=account`}>Export or Take It Back</Link>
          </Button>
        ) : (
          <LeaveTeam company={name} />
        )
      }
    >
      It is removed with everything in it on {formatLongDay(closesAt, timeZone ?? 'UTC')}.{' '}
      {part === 'owner'
        ? 'Until then you can export everything, and take the closing back.'
        : 'Until then its owner can take that back. You can wait, or go back to a business of your own.'}
    </SignNotice>
  );
}
