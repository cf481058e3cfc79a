import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { type HeldBusiness, useNewBusinesses, useReview } from '@/api/new-businesses';
import { formatDay } from '@/lib/dates';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { LoadError } from '@/ui/LoadError';
import { toast } from '@/ui/toast-store';

/** Businesses that wait for a review; nothing where none does. */
export function NewBusinesses() {
  const businesses = useNewBusinesses();
  const review = useReview();
  const [asked, setAsked] = useState<HeldBusiness | null>(null);
  const decide = ({ operatorId, name }: HeldBusiness, approved: boolean) =>
    review.mutate(
      { operatorId, approved },
      {
        onSuccess: () => {
          setAsked(null);
          toast({ title: approved ? 'Business approved' : 'Business refused', description: name });
        },
        onError: (error) =>
          approved && toast({ title: 'Error', description: sentenceOf(error), destructive: true }),
      },
    );
  if (businesses.error !== null) {
    return (
      <LoadError
        title="New businesses could not be loaded"
        sentence={sentenceOf(businesses.error)}
        onRetry={() => void businesses.refetch()}
      />
    );
  }
  if (businesses.data === undefined || businesses.data.length === 0) {
    return null;
  }
  return (
    <Card>
      <CardHeader
        title="New Businesses"
        description="Until you approve a business, its form is closed and its emails to customers wait. Its owner gets an email about your decision."
      />
      <CardBody className="pt-3 text-sm">
        <ul>
          {businesses.data.map((row) => (
            <li
              key={row.operatorId}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-60">
                <p className="break-words font-medium">{row.name}</p>
                <p className="break-words text-faint">
                  {row.email}
                  {row.phoneNumber === null ? '' : ` · ${row.phoneNumber}`} · since {formatDay(row.heldAt)}
                </p>
              </div>
              {row.confirmed ? null : <Badge tone="yellow">Not confirmed</Badge>}
              {row.refusedAt === null ? null : <Badge tone="red">Refused</Badge>}
              <Button
                size="sm"
                disabled={review.isPending}
                aria-label={`Approve ${row.name}`}
                onClick={() => decide(row, true)}
              >
                Approve
              </Button>
              {row.refusedAt === null ? (
                <Button
                  kind="secondary"
                  size="sm"
                  disabled={review.isPending}
                  aria-label={`Refuse ${row.name}`}
                  onClick={() => setAsked(row)}
                >
                  Refuse
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </CardBody>
      {asked === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setAsked(null)}
          title={`Refuse ${asked.name}?`}
          description="Its form stays closed, and its owner gets an email. You can approve it later."
          confirmLabel="Refuse"
          pendingLabel="Refusing..."
          error={review.error === null ? null : failureOf(review.error)}
          pending={review.isPending}
          onConfirm={() => decide(asked, false)}
        />
      )}
    </Card>
  );
}
