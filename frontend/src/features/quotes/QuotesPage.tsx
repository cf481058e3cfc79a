import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useQuotePages } from '@/api/quotes';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { ListLoading, PagedCard } from '@/components/PagedCard';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { quoteStatus } from '@/lib/status';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { SearchBox } from '@/ui/SearchBox';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { tabs, useAddress } from './address';
import { QuoteDialog } from './QuoteDialog';
import { QuoteList } from './QuoteList';
import { type QuoteActions, useQuoteActions } from './useQuoteActions';

const loadFailed = 'Your quotes could not be loaded';

const sum = (counts: readonly number[]) => counts.reduce((before, count) => before + count, 0);

export function QuotesPage() {
  usePageTitle('Quotes');
  const user = useSignedInUser();
  const { address, send, change, open, close, hrefOf } = useAddress();
  const { tab: current, q } = address;
  const actions = useQuoteActions({
    onOpen: open,
    onGone: (id) => address.id === id && close(),
  });
  const pages = useQuotePages({ ...(current !== 'all' && { status: current }), ...(q !== '' && { q }) });
  const counts = pages.data?.pages[0]?.counts;
  const currency = user.currency ?? 'USD';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Quotes"
        description="The quotes you sent, and how your customers responded."
        action={
          <Button asChild>
            <Link to={paths.quote}>
              <Plus aria-hidden="true" />
              New Quote
            </Link>
          </Button>
        }
      />
      <SearchBox label="Search quotes" value={q} onSearch={(text) => change({ q: text })} />
      <Tabs
        value={current}
        onValueChange={(tab) => change({ tab: tabs.find((one) => one === tab) ?? 'all' })}
      >
        <TabList aria-label="Status">
          {tabs.map((tab) => (
            <Tab key={tab} value={tab}>
              {tab === 'all' ? 'All' : quoteStatus[tab].word}
              {counts === undefined ? null : (
                <span className="tabular ml-1.5 text-faint">
                  {tab === 'all' ? sum(Object.values(counts)) : counts[tab]}
                </span>
              )}
            </Tab>
          ))}
        </TabList>
        {tabs.map((tab) => (
          <TabPanel key={tab} value={tab} tabIndex={-1} className="pt-5">
            {tab === current ? (
              <Listed
                pages={pages}
                filtered={current !== 'all' || q !== ''}
                currency={currency}
                actions={actions}
                onOpen={open}
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
          onClose={close}
          hrefOf={hrefOf}
        />
      )}
      {actions.dialogs}
    </div>
  );
}

interface ListedProps {
  pages: ReturnType<typeof useQuotePages>;
  filtered: boolean;
  currency: string;
  actions: QuoteActions;
  onOpen: (id: number) => void;
  hrefOf: (id: number) => string;
}

function Listed({ pages, filtered, currency, actions, onOpen, hrefOf }: ListedProps) {
  if (pages.data === undefined) {
    return (
      <LoadState of={pages} failed={loadFailed}>
        <ListLoading what="quotes" />
      </LoadState>
    );
  }
  const quotes = pages.data.pages.flatMap(({ items }) => items);
  if (quotes.length === 0) return <Nothing filtered={filtered} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PagedCard
        pages={pages}
        summary={pages.hasNextPage ? `The newest ${quotes.length} quotes` : counted(quotes.length, 'quote')}
        failed={loadFailed}
      >
        <QuoteList
          quotes={quotes}
          currency={currency}
          busyId={actions.busyId}
          hrefOf={hrefOf}
          onOpen={onOpen}
          onAction={actions.run}
        />
      </PagedCard>
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
            ? 'Try another status or search.'
            : 'Create a quote in a minute. Your customer gets a page with a picture of the sign and accepts by typing their name.'
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
