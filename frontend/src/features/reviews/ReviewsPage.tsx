import { Link } from 'react-router';
import { useBookingRules } from '@/api/booking-rules';
import { useReviewPages } from '@/api/reviews';
import { useCan } from '@/api/rights';
import { LoadState } from '@/components/LoadState';
import { ListLoading, PagedCard } from '@/components/PagedCard';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { useAddressParams } from '@/lib/use-address';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { Segments } from '@/ui/Segments';
import { ReviewRow } from './ReviewRow';
import { Stars } from './Stars';

const filters = [
  ['all', 'All'],
  ['hidden', 'Not Shown'],
  ['shown', 'Shown'],
] as const;
const loadFailed = 'Your reviews could not be loaded';

/** Reviews by customers: which ones the public pages show, and the business's answers. */
export function ReviewsPage() {
  usePageTitle('Reviews');
  const [params, change] = useAddressParams();
  const [filter] = filters.find(([value]) => value === params.get('show')) ?? filters[0];
  const pages = useReviewPages(filter === 'all' ? undefined : filter === 'shown');
  const reviews = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const rating = pages.data?.pages[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader title="Reviews" description="What customers wrote after their rental." />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label="Show"
          options={filters}
          value={filter}
          onChange={(value) => change('show', value === 'all' ? '' : value)}
        />
        {rating?.average == null ? null : (
          <p className="flex items-center gap-2 text-soft text-sm">
            <Stars value={rating.average} />
            {rating.average} from {counted(rating.count, 'shown review')}
          </p>
        )}
      </div>
      {pages.data === undefined ? (
        <LoadState of={pages} failed={loadFailed}>
          <ListLoading what="reviews" />
        </LoadState>
      ) : reviews.length === 0 ? (
        <Card>{filter === 'all' ? <NoReviews /> : <NoneIn filter={filter} />}</Card>
      ) : (
        <PagedCard
          pages={pages}
          summary={
            pages.hasNextPage
              ? `The newest ${counted(reviews.length, 'review')}`
              : counted(reviews.length, 'review')
          }
          failed={loadFailed}
        >
          <ul aria-label="Reviews">
            {reviews.map((review) => (
              <li key={review.id} className="border-line border-b">
                <ReviewRow review={review} />
              </li>
            ))}
          </ul>
        </PagedCard>
      )}
    </div>
  );
}

function NoneIn({ filter }: { filter: 'hidden' | 'shown' }) {
  return filter === 'shown' ? (
    <EmptyState
      title="No reviews are shown"
      description="Reviews that you show appear below your booking form."
    />
  ) : (
    <EmptyState
      title="All reviews are shown"
      description="New reviews are listed here until you show them."
    />
  );
}

/** The empty list, with the next step if customers aren't asked for reviews. */
function NoReviews() {
  const changes = useCan('changeSettings');
  const rules = useBookingRules().data;
  const asks = rules?.askForReviews ?? true;
  return (
    <EmptyState
      title="No reviews yet"
      description={
        asks
          ? 'We ask customers for a review the day after the pickup.'
          : 'Customers aren’t asked for reviews yet. Turn this on in the booking rules.'
      }
      {...(!asks &&
        changes && {
          action: (
            <Button asChild>
              <Link to={`${paths.settings}?tab=rules#follow-up-emails`}>Open Booking Rules</Link>
            </Button>
          ),
        })}
    />
  );
}
