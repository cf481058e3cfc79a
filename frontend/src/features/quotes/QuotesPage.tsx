import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { sentenceOf } from '@/api/errors';
import { useQuotePages } from '@/api/quotes';
import { useSignedInUser } from '@/api/user';
import { cn } from '@/lib/cn';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { quoteStatus } from '@/lib/quote-status';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { SearchBox } from '@/ui/SearchBox';
import { Skeleton } from '@/ui/Skeleton';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { type QuotesAddress, tabs, useAddress } from './address';
import { QuoteDialog } from './QuoteDialog';
import { QuoteList } from './QuoteList';
import { type QuoteActions, useQuoteActions } from './useQuoteActions';

const loadFailed = 'Your quotes could not be loaded';

export function QuotesPage() {
  usePageTitle('Quotes');
  const user = useSignedInUser();
  const { address, send, change, openQuote, closeQuote, hrefOf } = useAddress();
  const actions = useQuoteActions({
    onOpen: openQuote,
    onGone: (id) => address.id === id && closeQuote(),
  });
  const currency = user.currency ?? 'USD';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Quotes"
        description="What you have offered, and what your customers said."
        action={
          <Button asChild>
            <Link to={paths.quote}>
              <Plus aria-hidden="true" />
              New Quote
            </Link>
          </Button>
        }
      />
      <SearchBox label="Search quotes" value={address.q} onSearch={(q) => change({ q })} />
      <Tabs
        value={address.tab}
        onValueChange={(tab) => change({ tab: tabs.find((known) => known === tab) ?? 'all' })}
      >
        <TabList aria-label="Status">
          {tabs.map((tab) => (
            <Tab key={tab} value={tab}>
              {tab === 'all' ? 'All' : quoteStatus[tab].word}
            </Tab>
          ))}
        </TabList>
        {tabs.map((tab) => (
          <TabPanel key={tab} value={tab} tabIndex={-1} className="pt-5">
            {tab === address.tab ? (
              <Listed
                address={address}
                currency={currency}
                actions={actions}
                onOpen={openQuote}
                hrefOf={hrefOf}
              />
            ) : null}
          </TabPanel>
        ))}
      </Tabs>
      {address.id === null ? null : (
        <QuoteDialog
          key={address.id}
          id={address.id}
          send={send}
          onSendAsked={() => change({})}
          currency={currency}
          actions={actions}
          onClose={closeQuote}
          hrefOf={hrefOf}
        />
      )}
      {actions.dialogs}
    </div>
  );
}

interface ListedProps {
  address: QuotesAddress;
  currency: string;
  actions: QuoteActions;
  onOpen: (id: number) => void;
  hrefOf: (id: number) => string;
}

function Listed({ address: { tab, q }, currency, actions, onOpen, hrefOf }: ListedProps) {
  const pages = useQuotePages({ ...(tab !== 'all' && { status: tab }), ...(q !== '' && { q }) });
  if (pages.data === undefined) {
    return pages.error === null ? (
      <Loading />
    ) : (
      <LoadError title={loadFailed} sentence={sentenceOf(pages.error)} onRetry={pages.refetch} />
    );
  }
  const quotes = pages.data.pages.flatMap(({ items }) => items);
  if (quotes.length === 0) return <Nothing filtered={tab !== 'all' || q !== ''} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        aria-busy={pages.isPlaceholderData}
        className={cn('overflow-hidden transition-opacity', pages.isPlaceholderData && 'opacity-60')}
      >
        <QuoteList
          quotes={quotes}
          currency={currency}
          busyId={actions.busyId}
          hrefOf={hrefOf}
          onOpen={onOpen}
          onAction={actions.run}
        />
        <footer className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-faint text-sm">
          <p aria-live="polite" className="tabular">
            {pages.hasNextPage ? `The newest ${quotes.length} quotes` : counted(quotes.length, 'quote')}
          </p>
          {pages.hasNextPage ? (
            <Button
              kind="secondary"
              size="sm"
              disabled={pages.isFetchingNextPage}
              aria-busy={pages.isFetchingNextPage}
              onClick={() => pages.fetchNextPage()}
            >
              {pages.isFetchingNextPage ? 'Loading...' : 'Load More'}
            </Button>
          ) : null}
        </footer>
      </Card>
      {pages.error === null ? null : (
        <LoadError
          title={loadFailed}
          sentence={sentenceOf(pages.error)}
          onRetry={() => (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
        />
      )}
    </div>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return (
    <Card>
      <EmptyState
        title={filtered ? 'No quotes found matching your criteria.' : 'No quotes yet'}
        description={
          filtered
            ? 'Try another state or search.'
            : 'Write a quote in a minute: your customer gets a page with the sign drawn, and accepts with one name.'
        }
        picture={
          <MarqueeSign message={filtered ? 'NO MATCH' : 'SAY YES'} height={52} state="unlit" align="center" />
        }
        {...(!filtered && {
          action: (
            <Button asChild kind="secondary">
              <Link to={paths.quote}>Build a Quote</Link>
            </Button>
          ),
        })}
      />
    </Card>
  );
}

function Loading() {
  return (
    <Card role="status" className="grid gap-3 p-5">
      <span className="sr-only">Loading your quotes</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </Card>
  );
}
