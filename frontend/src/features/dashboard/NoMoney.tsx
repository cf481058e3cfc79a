import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { SignLater } from '@/sign/SignLater';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';

/** Shown to team members who may not see money. */
export function NoMoney({ title, sentence }: { title: string; sentence: string }) {
  return (
    <div className="grid gap-6">
      <PageHeader title={title} />
      <Card>
        <EmptyState
          title={sentence}
          description="Your role doesn't include financial reports. You can still view and work on bookings."
          picture={<SignLater message="HELLO" height={56} state="unlit" align="center" />}
          action={
            <Button asChild kind="secondary" size="sm">
              <Link to={paths.bookings}>View Bookings</Link>
            </Button>
          }
        />
      </Card>
    </div>
  );
}
