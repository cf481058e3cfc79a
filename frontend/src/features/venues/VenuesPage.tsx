import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import type { Venue } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { useDeleteVenue, useVenues } from '@/api/venues';
import { tellFailed } from '@/components/tell-failed';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { FailureAlert } from '@/ui/FailureAlert';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { VenueList } from './VenueList';

const VenueDialog = lazy(async () => ({ default: (await import('./VenueDialog')).VenueDialog }));

export function VenuesPage() {
  const format = useFormat();
  usePageTitle('Venues');
  const user = useSignedInUser();
  const changes = useCan('changeStock');
  const venues = useVenues();
  const removal = useDeleteVenue();
  // A link may open the dialog for a new venue (paths.newVenue).
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState<{ venue: Venue | null } | null>(
    search.has('new') ? { venue: null } : null,
  );
  const add = () => setEditing({ venue: null });
  const close = () => {
    setEditing(null);
    if (search.has('new')) setSearch({}, { replace: true });
  };

  const remove = (venue: Venue) => {
    // The specification requires the browser's own confirmation here.
    if (window.confirm('Are you sure you want to delete this venue?')) {
      removal.mutate(venue.id, {
        onSuccess: () => toast({ title: 'Venue deleted', description: venue.name }),
        onError: tellFailed('Failed to delete venue'),
      });
    }
  };

  return (
    <div className="grid gap-6">
      <PageHeader
        title={
          <>
            Venues <span className="sr-only">-</span>{' '}
            <span className="mt-1 block font-normal text-base text-soft tracking-normal">
              Manage your venue locations and delivery details
            </span>
          </>
        }
        action={
          changes ? (
            <Button onClick={add}>
              <Plus aria-hidden="true" />
              Add Venue
            </Button>
          ) : undefined
        }
      />
      <FailureAlert failure={refusalOf(format, removal.error)} />
      {venues.error !== null ? (
        <LoadError title={`Error loading venues: ${sentenceOf(venues.error)}`} onRetry={venues.refetch} />
      ) : venues.data === undefined ? (
        <Loading />
      ) : venues.data.length === 0 ? (
        <Card>
          <EmptyState
            title="No venues found"
            description={changes ? 'Add your first venue to get started' : 'None have been added.'}
            picture={<MarqueeSign message="WHERE?" height={64} state="unlit" align="center" />}
            action={changes ? <Button onClick={add}>Add Venue</Button> : undefined}
          />
        </Card>
      ) : (
        <VenueList
          venues={venues.data}
          currency={user.currency ?? 'USD'}
          deletingId={removal.isPending ? removal.variables : null}
          onEdit={(venue) => setEditing({ venue })}
          onDelete={remove}
        />
      )}
      {editing === null || !changes ? null : (
        <Suspense fallback={null}>
          <VenueDialog venue={editing.venue} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div data-page-loading="">
      <Placeholder
        what="your venues"
        className="grid gap-5 sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]"
        bars={['h-64 rounded-xl', 'h-64 rounded-xl', 'h-64 rounded-xl']}
      />
    </div>
  );
}
