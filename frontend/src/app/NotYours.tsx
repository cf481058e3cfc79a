import { Link } from 'react-router';
import { roleNames } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';

/** Why a page is not for this person, and where theirs are. */
export function NotYours() {
  usePageTitle('Not part of your role');
  const { team, part } = useSignedInUser();
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-10 text-center sm:py-16">
      <div aria-hidden="true" className="w-full">
        <MarqueeSign message="NOT HERE" height={72} state="unlit" align="center" />
      </div>
      <h1 className="mt-4 font-semibold text-3xl tracking-tight">This page is not part of your role</h1>
      <p className="max-w-md text-pretty text-soft">
        {part === null || team === null
          ? 'Your account does not have it.'
          : `You work at ${team.name} as ${roleNames[part].toLowerCase()}. Ask its owner or a manager if you need more.`}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to={paths.bookings}>See Bookings</Link>
        </Button>
        <Button asChild kind="secondary">
          <Link to={`${paths.settings}?tab=team`}>What Your Role May Do</Link>
        </Button>
      </div>
    </section>
  );
}
