import { useNewBusinesses, useReview } from '@/api/new-businesses';
import { ChangeButton } from '@/components/ChangeButton';
import { AskFirst } from '@/components/ConfirmChange';
import { formatDay } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';
import { AttentionCard } from './AttentionCard';
import { BusinessRow } from './BusinessRow';

/** Businesses that wait for a review; nothing where none does. */
export function NewBusinesses() {
  const businesses = useNewBusinesses();
  const review = useReview();
  return (
    <AttentionCard
      read={businesses}
      failed="New businesses could not be loaded"
      title="New Businesses"
      description="Until you approve a business, its form is closed and its emails to customers wait. Its owner gets an email about your decision."
    >
      {(row) => (
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
          <ChangeButton
            size="sm"
            disabled={review.isPending}
            aria-label={`Approve ${row.name}`}
            change={review}
            input={{ operatorId: row.operatorId, approved: true }}
            failed="Error"
            onDone={() => toast({ title: 'Business approved', description: row.name })}
          >
            Approve
          </ChangeButton>
          {row.refusedAt === null ? (
            <AskFirst
              button={(ask) => (
                <Button
                  kind="secondary"
                  size="sm"
                  disabled={review.isPending}
                  aria-label={`Refuse ${row.name}`}
                  onClick={ask}
                >
                  Refuse
                </Button>
              )}
              change={review}
              input={{ operatorId: row.operatorId, approved: false }}
              title={`Refuse ${row.name}?`}
              description="Its form stays closed, and its owner gets an email. You can approve it later."
              confirmLabel="Refuse"
              pendingLabel="Refusing..."
              onDone={() => toast({ title: 'Business refused', description: row.name })}
            />
          ) : null}
        </BusinessRow>
      )}
    </AttentionCard>
  );
}
