import { useNewBusinesses, useReview } from '@/api/admin';
import { ConfirmButton } from '@/components/ConfirmChange';
import { MutationButton } from '@/components/MutationButton';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';
import { AttentionCard, BusinessRow } from './AttentionCard';

/** Businesses awaiting review. Renders nothing if there are none. */
export function NewBusinesses() {
  const format = useFormat();
  const businesses = useNewBusinesses();
  const review = useReview();
  return (
    <AttentionCard
      read={businesses}
      failed="Couldn’t load new businesses"
      title="New Businesses"
      description="Until you approve a business, its booking form is closed and its emails to customers are held. We’ll email the owner your decision."
    >
      {(row) => (
        <BusinessRow
          key={row.operatorId}
          name={row.name}
          about={
            <>
              {row.email}
              {row.phoneNumber === null ? '' : ` · ${row.phoneNumber}`} · since{' '}
              {formatDay(format, row.heldAt)}
            </>
          }
          confirmed={row.confirmed}
          decided={row.refusedAt === null ? null : 'Declined'}
        >
          <MutationButton
            size="sm"
            disabled={review.isPending}
            aria-label={`Approve ${row.name}`}
            change={review}
            input={{ operatorId: row.operatorId, approved: true }}
            failed="Error"
            onDone={() => toast({ title: 'Business approved', description: row.name })}
          >
            Approve
          </MutationButton>
          {row.refusedAt === null ? (
            <ConfirmButton
              button={(ask) => (
                <Button
                  kind="secondary"
                  size="sm"
                  disabled={review.isPending}
                  aria-label={`Decline ${row.name}`}
                  onClick={ask}
                >
                  Decline
                </Button>
              )}
              change={review}
              input={{ operatorId: row.operatorId, approved: false }}
              title={`Decline ${row.name}?`}
              description="The booking form stays closed, and we’ll email the owner. You can approve the business later."
              confirmLabel="Decline"
              pendingLabel="Declining..."
              onDone={() => toast({ title: 'Business declined', description: row.name })}
            />
          ) : null}
        </BusinessRow>
      )}
    </AttentionCard>
  );
}
