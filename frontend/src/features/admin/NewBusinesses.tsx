import { useState } from 'react';
import { type HeldBusiness, useNewBusinesses, useReview } from '@/api/new-businesses';
import { ConfirmChange } from '@/booking-parts/ConfirmChange';
import { LoadState } from '@/booking-parts/LoadState';
import { tellFailed } from '@/booking-parts/tell-failed';
import { formatDay } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';
import { BusinessRow } from './BusinessRow';

/** Businesses that wait for a review; nothing where none does. */
export function NewBusinesses() {
  const businesses = useNewBusinesses();
  const review = useReview();
  const [asked, setAsked] = useState<HeldBusiness | null>(null);
  const approve = ({ operatorId, name }: HeldBusiness) =>
    review.mutate(
      { operatorId, approved: true },
      {
        onSuccess: () => toast({ title: 'Business approved', description: name }),
        onError: tellFailed('Error'),
      },
    );
  if (businesses.error !== null) {
    return <LoadState of={businesses} failed="New businesses could not be loaded" />;
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
            <BusinessRow
              key={row.operatorId}
              name={row.name}
              about={
                <>
                  {row.email}
                  {row.phoneNumber === null ? '' : ` · ${row.phoneNumber}`} · since {formatDay(row.heldAt)}
                </>
              }
              confirmed={row.confirmed}
              decided={row.refusedAt === null ? null : 'Refused'}
            >
              <Button
                size="sm"
                disabled={review.isPending}
                aria-label={`Approve ${row.name}`}
                onClick={() => approve(row)}
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
            </BusinessRow>
          ))}
        </ul>
      </CardBody>
      {asked === null ? null : (
        <ConfirmChange
          change={review}
          input={{ operatorId: asked.operatorId, approved: false }}
          title={`Refuse ${asked.name}?`}
          description="Its form stays closed, and its owner gets an email. You can approve it later."
          confirmLabel="Refuse"
          pendingLabel="Refusing..."
          onDone={() => toast({ title: 'Business refused', description: asked.name })}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
