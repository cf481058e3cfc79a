import { Link } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { LeaveTeam } from '@/features/settings/team/TeamTab';
import { formatLongDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { SignNotice } from './SignNotice';
import { SuspendedBusiness } from './SuspendedBusiness';

/** Replaces every page of a business that is being closed or was suspended. */
export function ClosedBusiness() {
  const { team } = useSignedInUser();
  if (team?.closesAt != null) return <Closing closesAt={team.closesAt} />;
  return team?.suspended == null ? null : <SuspendedBusiness reason={team.suspended.reason} />;
}

function Closing({ closesAt }: { closesAt: string }) {
  const format = useFormat();
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
            <Link to={`${paths.settings}?tab=account`}>Export or Reopen</Link>
          </Button>
        ) : (
          <LeaveTeam company={name} />
        )
      }
    >
      All data will be deleted on {formatLongDay(format, closesAt, timeZone ?? 'UTC')}.{' '}
      {part === 'owner'
        ? 'Until then, you can export your data or reopen the business.'
        : 'Until then, the owner can reopen it. You can wait or return to your own business.'}
    </SignNotice>
  );
}
