import { Link } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { LeaveTeam } from '@/features/settings/LeaveTeam';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';

/** In place of every screen that belongs to a business. */
export function NoBusiness() {
  usePageTitle('No business here');
  const { email, role, team } = useSignedInUser();
  if (team !== null) {
    return <BusinessAway company={team.name} />;
  }
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-10 text-center sm:py-16">
      <div aria-hidden="true" className="w-full">
        <MarqueeSign message="HELLO" height={84} align="center" />
      </div>
      <h1 className="mt-4 font-semibold text-3xl tracking-tight">This account runs no business</h1>
      <p className="max-w-md text-pretty text-soft">
        You are signed in as <span className="font-medium text-ink">{email}</span>
        {role === 'admin' ? ', an administrator of this platform' : ''}. Bookings, letters, venues and quotes
        belong to a business, so there are none to show here. To rent out letters, register a business with
        another email address.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {role === 'admin' ? (
          <Button asChild>
            <Link to={paths.admin}>Admin Panel</Link>
          </Button>
        ) : null}
        <Button asChild kind={role === 'admin' ? 'secondary' : 'primary'}>
          <Link to={paths.settings}>Profile and Security</Link>
        </Button>
      </div>
    </section>
  );
}

/** For a person who works at a business that no longer exists: all they can do is leave it. */
function BusinessAway({ company }: { company: string }) {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-10 text-center sm:py-16">
      <div aria-hidden="true" className="w-full">
        <MarqueeSign message="CLOSED" height={84} state="unlit" align="center" />
      </div>
      <h1 className="mt-4 font-semibold text-3xl tracking-tight">{company} is deactivated</h1>
      <p className="max-w-md text-pretty text-soft">
        You work at {company}, which an administrator has deactivated. Its owner can ask the administrator
        why. You can wait, or leave its team and go back to a business of your own.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <LeaveTeam company={company} />
      </div>
    </section>
  );
}
