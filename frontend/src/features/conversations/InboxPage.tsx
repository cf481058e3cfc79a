import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import { type ConversationSummary, useConversation, useConversationPages } from '@/api/conversations';
import { useConversationsOverview } from '@/api/conversations-overview';
import { Conversation } from '@/components/conversation/Conversation';
import { LoadState } from '@/components/LoadState';
import { ListLoading, PagedCard } from '@/components/PagedCard';
import { ago } from '@/lib/ago';
import { cn } from '@/lib/cn';
import { usePageTitle } from '@/lib/page-title';
import { customerPath, paths } from '@/lib/paths';
import { useAddressParams } from '@/lib/use-address';
import { counted } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { Segments } from '@/ui/Segments';

const loadFailed = 'Your conversations could not be loaded';
const filters = [
  ['all', 'All'],
  ['unread', 'Unread'],
] as const;

/** Conversations with customers, unread ones first, and beside them the chosen one. */
export function InboxPage() {
  usePageTitle('Inbox');
  const overview = useConversationsOverview();
  if (overview.data === undefined) {
    return (
      <LoadState of={overview} failed={loadFailed}>
        <ListLoading what="conversations" />
      </LoadState>
    );
  }
  return overview.data.visible ? (
    <Inbox unread={overview.data.unread} />
  ) : (
    <Alert title="You can’t read conversations.">
      The owner can allow staff to read conversations with customers in Settings.
    </Alert>
  );
}

function Inbox({ unread }: { unread: number }) {
  const [params, change] = useAddressParams();
  const filter = params.get('show') === 'unread' ? 'unread' : 'all';
  const id = params.get('id') ?? '';
  const chosen = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
  const hrefOf = (customerId: number) => {
    const next = new URLSearchParams(params);
    next.set('id', String(customerId));
    return `?${next}`;
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {chosen === null ? null : <h1 className="sr-only lg:hidden">Inbox</h1>}
      <div className={cn(chosen !== null && 'max-lg:hidden')}>
        <PageHeader
          title="Inbox"
          description={
            unread === 0 ? 'Conversations with your customers.' : `${counted(unread, 'unread conversation')}.`
          }
          action={
            <Segments
              label="Show"
              options={filters}
              value={filter}
              onChange={(value) => change('show', value === 'all' ? '' : value)}
            />
          }
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={cn('grid gap-4', chosen !== null && 'max-lg:hidden')}>
          <List filter={filter} chosen={chosen} hrefOf={hrefOf} />
        </div>
        {chosen === null ? (
          <Card className="max-lg:hidden">
            <EmptyState title="No conversation selected" description="Choose one from the list." />
          </Card>
        ) : (
          <Chosen key={chosen} customerId={chosen} onBack={() => change('id', '')} />
        )}
      </div>
    </div>
  );
}

interface ListProps {
  filter: 'all' | 'unread';
  chosen: number | null;
  hrefOf: (customerId: number) => string;
}

function List({ filter, chosen, hrefOf }: ListProps) {
  const unread = useConversationPages(true);
  const all = useConversationPages(false);
  const pages = filter === 'unread' ? unread : all;
  if (unread.data === undefined || all.data === undefined) {
    return (
      <LoadState of={[unread, all]} failed={loadFailed}>
        <ListLoading what="conversations" />
      </LoadState>
    );
  }
  const first = unread.data.pages.flatMap(({ items }) => items);
  const isFirst = new Set(first.map(({ customerId }) => customerId));
  const rest = all.data.pages
    .flatMap(({ items }) => items)
    .filter(({ customerId }) => !isFirst.has(customerId));
  const rows = filter === 'unread' ? first : [...first, ...rest];
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState
          title={filter === 'unread' ? 'No unread conversations' : 'No conversations yet'}
          description={
            filter === 'unread'
              ? 'You have read everything.'
              : 'Texts and questions from your customers, and what you send them, appear here.'
          }
          action={
            filter === 'unread' ? undefined : (
              <Button asChild kind="secondary">
                <Link to={paths.customers}>Open Customers</Link>
              </Button>
            )
          }
        />
      </Card>
    );
  }
  return (
    <PagedCard pages={pages} summary={counted(rows.length, 'conversation')} failed={loadFailed}>
      <ul aria-label="Conversations" className="divide-y divide-line border-line border-b">
        {rows.map((row) => (
          <Row
            key={row.customerId}
            row={row}
            isChosen={row.customerId === chosen}
            href={hrefOf(row.customerId)}
          />
        ))}
      </ul>
    </PagedCard>
  );
}

interface RowProps {
  row: ConversationSummary;
  isChosen: boolean;
  href: string;
}

function Row({ row: { customerName, phone, unread, lastAt, last }, isChosen, href }: RowProps) {
  const isFailed = last?.state === 'failed';
  return (
    <li>
      <Link
        to={href}
        preventScrollReset
        aria-current={isChosen ? 'true' : undefined}
        className={cn(
          'grid gap-0.5 px-4 py-3 text-sm -outline-offset-2 hover:bg-sunken',
          isChosen && 'bg-action-wash hover:bg-action-wash',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className={cn('min-w-0 truncate', unread === 0 ? 'font-medium' : 'font-semibold')}>
            {unread === 0 ? null : <span className="sr-only">Unread: </span>}
            {customerName || phone || 'Customer'}
          </span>
          <span className="shrink-0 text-faint text-xs">{ago(lastAt, new Date())}</span>
        </span>
        <span className="flex items-center justify-between gap-3">
          <span className={cn('min-w-0 truncate', unread === 0 ? 'text-soft' : 'text-ink')}>
            {isFailed ? (
              <span className="text-danger">Not sent: </span>
            ) : last?.direction === 'out' ? (
              'You: '
            ) : (
              ''
            )}
            {last?.text}
          </span>
          {unread === 0 ? null : (
            <span
              aria-hidden="true"
              className="tabular min-w-5 shrink-0 rounded-full bg-bulb px-1.5 text-center font-semibold text-night text-xs leading-5"
            >
              {unread}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

function Chosen({ customerId, onBack }: { customerId: number; onBack: () => void }) {
  const conversation = useConversation(customerId).data?.pages[0];
  const name = conversation?.customerName || conversation?.phone || 'Customer';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button kind="quiet" size="sm" className="-ml-2 justify-self-start lg:hidden" onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        Inbox
      </Button>
      <Card className="overflow-hidden">
        <CardHeader
          title={
            <Link to={customerPath(customerId)} className="wrap-anywhere rounded-sm hover:underline">
              {name}
            </Link>
          }
          aside={
            <Button asChild kind="secondary" size="sm">
              <Link to={customerPath(customerId)}>Open Customer</Link>
            </Button>
          }
          className="border-line border-b pb-4"
        />
        <Conversation customerId={customerId} />
      </Card>
    </div>
  );
}
