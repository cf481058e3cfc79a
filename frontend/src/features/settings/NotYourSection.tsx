import { Link } from 'react-router';
import { roleNames } from '@/api/rights';
import type { User } from '@/api/types';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';

/** In place of a section that somebody has the address of and not the right to: why, and who can help. */
export function NotYourSection({ label, user: { team, part, operatorId } }: { label: string; user: User }) {
  if (team === null || part === null || operatorId === null) {
    return (
      <Card className="max-w-2xl">
        <EmptyState
          title={`${label} belongs to a business`}
          description="Your account runs none at the moment, so there is nothing to set here."
        />
      </Card>
    );
  }
  if (team.closesAt !== null) {
    return (
      <Card className="max-w-2xl">
        <EmptyState
          title={`${label} rests while ${team.name} is closed`}
          description={
            part === 'owner'
              ? 'It is there again, as you left it, once you take the closing back under Account.'
              : 'It is there again once the owner takes the closing back.'
          }
        />
      </Card>
    );
  }
  return (
    <Card className="max-w-2xl">
      <EmptyState
        title={`${label} is not part of your role`}
        description={`You work at ${team.name} as ${roleNames[part].toLowerCase()}. Ask its owner or a manager if you need more.`}
        action={
          <Button asChild kind="secondary">
            <Link to={`${paths.settings}?tab=team`}>What Your Role May Do</Link>
          </Button>
        }
      />
    </Card>
  );
}
