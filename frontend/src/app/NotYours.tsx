import { Link } from 'react-router';
import { roleNames } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { SignNotice } from './SignNotice';

/** Why a page is not for this person, and where theirs are. */
export function NotYours() {
  usePageTitle('Not part of your role');
  const { team, part } = useSignedInUser();
  return (
    <SignNotice
      sign="NOT HERE"
      height={72}
      title="This page is not part of your role"
      ways={
        <>
          <Button asChild>
            <Link to={paths.bookings}>See Bookings</Link>
          </Button>
          <Button asChild kind="secondary">
            <Link to={`${paths.settings}?tab=team`}>What Your Role May Do</Link>
          </Button>
        </>
      }
    >
      {part === null || team === null
        ? 'Your account does not have it.'
        : `You work at ${team.name} as ${roleNames[part].toLowerCase()}. Ask its owner or a manager if you need more.`}
    </SignNotice>
  );
}
