import { Link } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { LeaveTeam } from '@/features/settings/LeaveTeam';
import { formatLongDay } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';

/** In place of every screen of a business that is being closed. */
export function ClosedBusiness({ closesAt }: { closesAt: string }) {
  usePageTitle('Closed');
  const { team, timeZone, part } = useSignedInUser();
  const name = team?.name ?? 'This business';
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-10 text-center sm:py-16">
      <div aria-hidden="true" className="w-full">
        <MarqueeSign message="CLOSED" height={84} state="unlit" align="center" />
      </div>
      <h1 className="mt-4 font-semibold text-3xl tracking-tight">{name} is closed</h1>
      <p className="max-w-md text-pretty text-soft">
        It is removed with everything in it on {formatLongDay(closesAt, timeZone ?? 'UTC')}.{' '}
        {part === 'owner'
          ? 'Until then you can export everything, and take the closing back.'
          : 'Until then its owner can take that back. You can wait, or go back to a business of your own.'}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {part === 'owner' ? (
          <Button asChild>
            <Link to={`${paths.settings}?tab=account`}>Export or Take It Back</Link>
          </Button>
        ) : (
          <LeaveTeam company={name} />
        )}
      </div>
    </section>
  );
}
