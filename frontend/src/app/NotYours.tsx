import { Link } from 'react-router';
import { can, roleNames } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { SignNotice } from './SignNotice';

/** Notice on pages that the user's role cannot open, with links to permitted pages. */
export function NotYours() {
  usePageTitle('No access');
  const user = useSignedInUser();
  const { team, part } = user;
  return (
    <SignNotice
      sign="NOT HERE"
      height={72}
      title="You don’t have access to this page"
      ways={
        <>
          <Button asChild>
            {can(user, 'seeBookings') ? (
              <Link to={paths.bookings}>See Bookings</Link>
            ) : (
              <Link to={paths.reports}>See Reports</Link>
            )}
          </Button>
          {can(user, 'seeBookings') ? (
            <Button asChild kind="secondary">
              <Link to={`${paths.settings}?tab=team`}>View Your Permissions</Link>
            </Button>
          ) : null}
        </>
      }
    >
      {part === null || team === null
        ? 'Your account doesn’t include it.'
        : `You work at ${team.name} as ${roleNames[part].toLowerCase()}. Ask the owner or a manager if you need access.`}
    </SignNotice>
  );
}
