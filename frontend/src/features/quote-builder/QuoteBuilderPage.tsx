import { sentenceOf } from '@/api/errors';
import { useOwnOffer } from '@/api/own-form';
import { useSignedInUser } from '@/api/user';
import { useVenues } from '@/api/venues';
import { usePageTitle } from '@/lib/page-title';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { QuoteBuilder } from './QuoteBuilder';

export function QuoteBuilderPage() {
  usePageTitle('Build a Quote');
  const user = useSignedInUser();
  const offer = useOwnOffer();
  const venues = useVenues();
  const error = offer.error ?? venues.error;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Build a Quote"
        description="Price, free letters and alternatives as you type; book while the customer is on the phone."
      />
      {error !== null ? (
        <LoadError
          title="The form could not be loaded"
          sentence={sentenceOf(error)}
          onRetry={() => {
            offer.refetch();
            venues.refetch();
          }}
        />
      ) : offer.data === undefined || venues.data === undefined ? (
        <Loading />
      ) : (
        <QuoteBuilder name={`quote-${user.id}`} offer={offer.data} venues={venues.data} />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading the form</span>
      <Skeleton className="h-56 rounded-xl" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-80 rounded-xl" />
      </div>
    </div>
  );
}
