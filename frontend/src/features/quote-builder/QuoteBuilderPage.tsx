import { FileText } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useBusinessDetails } from '@/api/business';
import { useCustomer } from '@/api/customers';
import { ApiError } from '@/api/errors';
import { useOwnOffer } from '@/api/operator-form';
import { useQuote } from '@/api/quotes';
import type { Quote } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { useVenues } from '@/api/venues';
import { LoadState } from '@/components/LoadState';
import { usePageTitle } from '@/lib/page-title';
import { paths, quotePath } from '@/lib/paths';
import { quoteName } from '@/lib/status';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { PageHeader } from '@/ui/PageHeader';
import { Placeholder, Skeleton } from '@/ui/Skeleton';
import { callerFrom, callerOf } from './caller';
import { QuoteBuilder, type QuoteBuilderProps } from './QuoteBuilder';

/** Navigation state of links to a new booking; they share the quote builder's address. */
const isNewBooking = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'newBooking' in state;

export function QuoteBuilderPage() {
  const { state } = useLocation();
  // Two buttons lead here; the title matches the pressed one.
  const booking = isNewBooking(state);
  usePageTitle(booking ? 'New Booking' : 'Build a Quote');
  return (
    <Frame
      title={booking ? 'New Booking' : 'Build a Quote'}
      description={
        booking
          ? 'Price and available letters as you type. Book now, or send a quote first.'
          : 'Price and available letters as you type. Send it as a quote, or book while the customer is on the phone.'
      }
    >
      <ForCaller />
    </Frame>
  );
}

/** The builder for the customer in the address, or for what was typed of a new one. */
function ForCaller() {
  const [params] = useSearchParams();
  const named = params.get('customer') ?? '';
  const id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
  const typed = (params.get('caller') ?? '').trim().slice(0, 200);
  const customer = useCustomer(id);
  const { data } = customer;
  const [opened, setOpened] = useState(data);
  // Later changes of the customer don't undo what is typed.
  if (opened?.id !== id && data !== undefined && id !== null) setOpened(data);
  const known = id !== null && opened?.id === id ? opened : undefined;
  const caller = useMemo(
    () => (known !== undefined ? callerOf(known) : typed === '' ? undefined : callerFrom(typed)),
    [known, typed],
  );
  const isMissing = customer.error instanceof ApiError && customer.error.status === 404;
  if (id !== null && known === undefined && !isMissing) {
    return (
      <LoadState of={customer} failed="This customer could not be loaded">
        <Loading />
      </LoadState>
    );
  }
  const key = caller === undefined ? '' : `-${known?.id ?? typed}`;
  return (
    <Builder
      key={key}
      suffix={key}
      editing={null}
      onReload={() => undefined}
      {...(caller !== undefined && { caller })}
    />
  );
}

/** The builder with an existing quote. */
export function EditQuotePage() {
  usePageTitle('Edit Quote');
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? (
    <Editing key={id} id={Number(id)} />
  ) : (
    <Frame title="Edit Quote">
      <Alert title="This quote does not exist.">The link may be mistyped.</Alert>
    </Frame>
  );
}

function Editing({ id }: { id: number }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuote(id);
  // Keep the quote as it was when opened; reloading would undo typed changes.
  const [opened, setOpened] = useState<Quote | null>(null);
  if (opened === null && data !== undefined && isFetchedAfterMount) setOpened(data);
  const reload = async () => {
    const { data: present, isSuccess } = await refetch();
    if (isSuccess) setOpened(present);
  };
  const title = opened === null ? 'Edit Quote' : `Edit ${quoteName(opened)}`;
  return (
    <Frame title={title} {...(opened !== null && { description: aboutVersion(opened) })}>
      {opened === null ? (
        error === null ? (
          <Loading />
        ) : error instanceof ApiError && error.status === 404 ? (
          <Alert title={error.sentence}>It may belong to another account, or the link is mistyped.</Alert>
        ) : (
          <LoadState of={{ error, refetch }} failed="This quote could not be loaded" />
        )
      ) : opened.status === 'accepted' ? (
        <Alert
          title="This quote was accepted. Change its booking instead."
          action={
            <Button asChild kind="secondary" size="sm">
              <Link
                to={opened.bookingId === null ? quotePath(id) : `${paths.bookings}?id=${opened.bookingId}`}
              >
                {opened.bookingId === null ? 'Open the Quote' : 'Open the Booking'}
              </Link>
            </Button>
          }
        />
      ) : (
        <Builder key={opened.revision} editing={opened} onReload={reload} />
      )}
    </Frame>
  );
}

/** Effect of saving on a quote that was already sent. */
function aboutVersion({ sentVersion, status }: Quote): string {
  if (sentVersion === null) return 'This is a draft. Your customer has not seen it yet.';
  return status === 'expired' || status === 'declined'
    ? `Saving creates a new version. Version ${sentVersion} is closed. Send the new one to reopen the quote.`
    : `Saving creates a new version. Your customer still sees version ${sentVersion} until you send the new one.`;
}

function Frame({
  title,
  description,
  children,
}: {
  title: string;
  description?: string;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title={title}
        {...(description !== undefined && { description })}
        action={
          <Button asChild kind="secondary">
            <Link to={paths.quotes}>
              <FileText aria-hidden="true" />
              All Quotes
            </Link>
          </Button>
        }
      />
      {children}
    </div>
  );
}

function Builder({
  suffix = '',
  ...form
}: Pick<QuoteBuilderProps, 'editing' | 'onReload' | 'caller'> & {
  /** Part of the name of the stored draft; each customer has their own. */
  suffix?: string;
}) {
  const user = useSignedInUser();
  const offer = useOwnOffer();
  const venues = useVenues();
  const details = useBusinessDetails();
  const reads = [offer, venues, details] as const;
  const failed = reads.some(({ error }) => error !== null);
  return failed || offer.data === undefined || venues.data === undefined || details.data === undefined ? (
    <LoadState of={reads} failed="The form could not be loaded">
      <Loading />
    </LoadState>
  ) : (
    <QuoteBuilder
      name={`quote-${user.id}${suffix}`}
      offer={offer.data}
      venues={venues.data}
      usual={details.data}
      {...form}
    />
  );
}

function Loading() {
  return (
    <Placeholder what="the form" className="grid gap-6" bars={['h-56 rounded-xl']}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-80 rounded-xl" />
      </div>
    </Placeholder>
  );
}
