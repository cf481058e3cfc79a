import { Link } from 'react-router';
import { roleNames } from '@/api/rights';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';

/** Shown in place of a section to which the user has no access, with the reason and whom to contact. */
export function NotYourSection({ label, user: { team, part, operatorId } }: { label: string; user: User }) {
  if (team === null || part === null || operatorId === null) {
    return (
      <Card className="max-w-2xl">
        <EmptyState
          title={`${label} requires a business`}
          description="Your account doesn't have a business at the moment, so there are no settings here."
        />
      </Card>
    );
  }
  if (team.closesAt !== null) {
    return (
      <Card className="max-w-2xl">
        <EmptyState
          title={`${label} is unavailable while ${team.name} is closed`}
          description={
            part === 'owner'
              ? 'Your settings are kept. Reopen the business under Account to use them again.'
              : 'The settings are kept until the owner reopens the business.'
          }
        />
      </Card>
    );
  }
  return (
    <Card className="max-w-2xl">
      <EmptyState
        title={`Your role doesn't include ${label}`}
        description={`Your role at ${team.name} is ${roleNames[part].toLowerCase()}. If you need access, ask the owner or a manager.`}
        action={
          <Button asChild kind="secondary">
            <Link to={`${paths.settings}?tab=team`}>See What Your Role Can Do</Link>
          </Button>
        }
      />
    </Card>
  );
}
