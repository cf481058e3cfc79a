import { Link } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { LeaveTeam } from '@/features/settings/team/LeaveTeam';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { SignNotice } from './SignNotice';

/** In place of every screen that belongs to a business. */
export function NoBusiness() {
  usePageTitle('No business here');
  const { email, role, team } = useSignedInUser();
  if (team !== null) {
    return <BusinessAway company={team.name} />;
  }
  return (
    <SignNotice
      sign="HELLO"
      lit
      title="This account runs no business"
      ways={
        <>
          {role === 'admin' ? (
            <Button asChild>
              <Link to={paths.admin}>Admin Panel</Link>
            </Button>
          ) : null}
          <Button asChild kind={role === 'admin' ? 'secondary' : 'primary'}>
            <Link to={paths.settings}>Profile and Security</Link>
          </Button>
        </>
      }
    >
      You are signed in as <span className="font-medium text-ink">{email}</span>
      {role === 'admin' ? ', an administrator of this platform' : ''}. Bookings, letters, venues and quotes
      belong to a business, so there are none to show here. To rent out letters, register a business with
      another email address.
    </SignNotice>
  );
}

/** For a person who works at a business that no longer exists: all they can do is leave it. */
function BusinessAway({ company }: { company: string }) {
  return (
    <SignNotice sign="CLOSED" title={`${company} is deactivated`} ways={<LeaveTeam company={company} />}>
      You work at {company}, which an administrator has deactivated. Its owner can ask the administrator why.
      You can wait, or leave its team and go back to a business of your own.
    </SignNotice>
  );
}
