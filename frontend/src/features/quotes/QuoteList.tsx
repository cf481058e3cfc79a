import type { Quote } from '@/api/types';
import { rentalText } from '@/components/booking/lines-text';
import { CardHead, RecordLink } from '@/components/RecordRow';
import { formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { quoteName } from '@/lib/status';
import { useWide } from '@/lib/use-wide';
import { Table, TableHead, Td } from '@/ui/Table';
import { customerOf } from './actions';
import { QuoteMenu, type QuoteMenuProps } from './QuoteMenu';
import { StatusBadge } from './StatusBadge';

export interface QuoteListProps extends Required<Pick<QuoteMenuProps, 'onOpen' | 'onAction'>> {
  quotes: readonly Quote[];
  currency: string;
  busyId: number | null;
  hrefOf: (id: number) => string;
}

/** The quotes as a table, or as cards on narrow screens. */
export function QuoteList(props: QuoteListProps) {
  return useWide() ? <QuoteTable {...props} /> : <QuoteCards {...props} />;
}

/** Expiry date; a draft's validity starts when it is sent. */
function expiryOf(format: Format, { expiresAt, status }: Quote): string {
  if (status === 'accepted' || status === 'declined') return '–';
  return expiresAt === null ? 'When sent' : formatDay(format, expiresAt);
}

function QuoteTable({ quotes, currency, busyId, hrefOf, ...menu }: QuoteListProps) {
  const format = useFormat();
  return (
    <Table label="Quotes">
      <TableHead
        columns={['Quote', 'Customer', 'Message', 'Event Date', 'Status', 'Valid Until', 'Total', 'Actions']}
        right={['Total', 'Actions']}
      />
      <tbody>
        {quotes.map((quote) => (
          <tr
            key={quote.id}
            aria-busy={busyId === quote.id}
            className="transition-colors hover:bg-sunken/60 aria-busy:opacity-60"
          >
            <Td className="tabular whitespace-nowrap text-soft">{quoteName(quote)}</Td>
            <Td className="max-w-52">
              <p className="truncate">
                <RecordLink to={hrefOf(quote.id)}>{customerOf(quote)}</RecordLink>
              </p>
              {quote.customerName !== null && quote.customerEmail !== null ? (
                <p className="truncate text-faint text-xs">{quote.customerEmail}</p>
              ) : null}
            </Td>
            <Td className="max-w-64">
              <p className="truncate" title={rentalText(format, quote)}>
                {rentalText(format, quote)}
              </p>
            </Td>
            <Td className="tabular whitespace-nowrap">
              {quote.deliveryDate === null ? 'No date yet' : formatDay(format, quote.deliveryDate)}
            </Td>
            <Td>
              <StatusBadge quote={quote} />
            </Td>
            <Td className="tabular whitespace-nowrap text-soft">{expiryOf(format, quote)}</Td>
            <Td className="tabular text-right font-medium">{formatMoney(quote.totalPrice, currency)}</Td>
            <Td className="py-1 text-right">
              <QuoteMenu quote={quote} {...menu} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function QuoteCards({ quotes, currency, busyId, hrefOf, ...menu }: QuoteListProps) {
  const format = useFormat();
  return (
    <ul aria-label="Quotes" className="divide-y divide-line">
      {quotes.map((quote) => (
        <li
          key={quote.id}
          aria-busy={busyId === quote.id}
          className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3.5 text-sm aria-busy:opacity-60"
        >
          <CardHead
            link={<RecordLink to={hrefOf(quote.id)}>{customerOf(quote)}</RecordLink>}
            text={rentalText(format, quote)}
            menu={<QuoteMenu quote={quote} {...menu} />}
          />
          <div className="flex items-end justify-between gap-3">
            <p className="tabular min-w-0 truncate text-soft">
              {quoteName(quote)} ·{' '}
              {quote.deliveryDate === null ? 'No date yet' : formatDay(format, quote.deliveryDate)}
            </p>
            <p className="tabular shrink-0 font-semibold">{formatMoney(quote.totalPrice, currency)}</p>
          </div>
          <p className="flex flex-wrap items-center gap-2 text-faint">
            <StatusBadge quote={quote} />
            {quote.status === 'sent' || quote.status === 'seen' ? `until ${expiryOf(format, quote)}` : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
