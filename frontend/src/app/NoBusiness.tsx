import { Link } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { LeaveTeam } from '@/features/settings/team/TeamTab';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { SignNotice } from './SignNotice';

/** Replaces every business page for an account without a business. */
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
      title="No business on this account"
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
      belong to a business, so there is nothing to show here. To rent out letters, register a business with a
      different email address.
    </SignNotice>
  );
}

/** Replaces every page for a member of a deactivated business, with a button to leave it. */
function BusinessAway({ company }: { company: string }) {
  return (
    <SignNotice sign="CLOSED" title={`${company} is deactivated`} ways={<LeaveTeam company={company} />}>
      An administrator deactivated {company}. The owner can contact the administrator. You can wait, or leave
      the team and return to your own business.
    </SignNotice>
  );
}
