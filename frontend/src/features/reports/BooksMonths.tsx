import { useState } from 'react';
import * as z from 'zod/mini';
import { useBookingRules, useSaveBookingRules } from '@/api/booking-rules';
import { type BooksMonth, useBooksMonths, useCloseMonths, useReopenMonth } from '@/api/books';
import { sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import { LoadState } from '@/components/LoadState';
import { useRecordForm } from '@/components/useServerForm';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { Select } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { keyInWords } from './revenue';

const SHOWN_AT_FIRST = 6;

/** Returns the name of a month, "2027-06". */
function useMonthName(): (period: string) => string {
  const format = useFormat();
  return (period) => keyInWords(format, 'month', period);
}

/** Months of the books, newest first. Closing one closes all open months before it. */
export function BooksMonths() {
  const { data, error, refetch } = useBooksMonths();
  return (
    <Card>
      <CardHeader
        title="Months"
        description="The reports of a closed month never change. What happens later for one of its days counts in the month in which it happens."
      />
      {data === undefined ? (
        <LoadState of={{ error, refetch }} failed="The months could not be loaded">
          <Placeholder what="the months" className="p-5" bars={['h-24']} />
        </LoadState>
      ) : (
        <Months months={[...data].reverse()} />
      )}
    </Card>
  );
}

function Months({ months }: { months: readonly BooksMonth[] }) {
  const monthName = useMonthName();
  const closes = useCan('keepBooks');
  const changes = useCan('changeSettings');
  const [showsAll, setShowsAll] = useState(false);
  const [closing, setClosing] = useState(false);
  const [reopening, setReopening] = useState<string | null>(null);
  const [, ...past] = months;
  const open = past.filter(({ state }) => state === 'open').map(({ period }) => period);
  const lastClosed = past.find(({ state }) => state === 'closed')?.period;
  const shown = showsAll ? months : months.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-line border-t">
        {shown.map((month) => (
          <li
            key={month.period}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
                {monthName(month.period)}
                {month.state === 'closed' ? <Badge tone="neutral">Closed</Badge> : null}
              </p>
              <Story month={month} />
            </div>
            {closes && month.period === open[0] ? (
              <Button kind="secondary" size="sm" onClick={() => setClosing(true)}>
                Close {monthName(month.period)}
              </Button>
            ) : changes && month.period === lastClosed ? (
              <Button kind="quiet" size="sm" onClick={() => setReopening(month.period)}>
                Reopen
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {shown.length < months.length ? (
        <p className="px-5 pb-3">
          <Button kind="quiet" size="sm" onClick={() => setShowsAll(true)}>
            Show All {months.length.toLocaleString('en-US')}
          </Button>
        </p>
      ) : null}
      {changes ? <ClosesByItself /> : null}
      {closing ? <CloseDialog periods={[...open].reverse()} onClose={() => setClosing(false)} /> : null}
      {reopening === null ? null : <ReopenDialog period={reopening} onClose={() => setReopening(null)} />}
    </>
  );
}

const CLOSINGS = [
  ['', 'By hand'],
  ['5', '5 days after month end'],
  ['10', '10 days after month end'],
  ['20', '20 days after month end'],
  ['30', '30 days after month end'],
] as const;

/** When months are closed: saved as soon as it is chosen. */
function ClosesByItself() {
  const { data: rules } = useBookingRules();
  const save = useSaveBookingRules();
  if (rules === undefined) return null;
  const days = String(rules.closeMonthAfterDays ?? '');
  const options = CLOSINGS.some(([value]) => value === days)
    ? CLOSINGS
    : ([...CLOSINGS, [days, `${days} days after month end`]] as const);
  return (
    <div className="border-line border-t px-5 py-3">
      <Field label="Close Months" error={save.error === null ? undefined : sentenceOf(save.error)}>
        <Select
          value={days}
          disabled={save.isPending}
          onChange={({ target }) =>
            save.mutate({ closeMonthAfterDays: target.value === '' ? null : Number(target.value) })
          }
        >
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function Story({ month }: { month: BooksMonth }) {
  const format = useFormat();
  const { closedAt, by, reason } = month;
  const text =
    closedAt !== null
      ? `${formatDay(format, closedAt)}, ${by ?? ''}`
      : reason !== null
        ? `Reopened by ${by ?? ''}: ${reason}`
        : null;
  return text === null ? null : <p className="text-soft text-sm [overflow-wrap:anywhere]">{text}</p>;
}

/** Asks before months are closed, oldest first. */
function CloseDialog({ periods, onClose }: { periods: readonly string[]; onClose: () => void }) {
  const format = useFormat();
  const monthName = useMonthName();
  const close = useCloseMonths();
  const earlier = periods.length - 1;
  const others =
    earlier === 0
      ? ''
      : earlier === 1
        ? `${monthName(periods[0] ?? '')} is closed with it. `
        : `The ${earlier} open months before it are closed with it. `;
  return (
    <ConfirmDialog
      title={`Close ${monthName(periods.at(-1) ?? '')}?`}
      description={`${others}Reports of closed months stay as they are. You can reopen the last closed month.`}
      destructive={false}
      confirmLabel={earlier === 0 ? 'Close Month' : 'Close Months'}
      pendingLabel="Closing…"
      onConfirm={() => close.mutate(periods, { onSuccess: onClose })}
      onClose={onClose}
      error={refusalOf(format, close.error)}
      pending={close.isPending}
    />
  );
}

const reopenSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Say why the month is reopened'), z.maxLength(300)),
});

function ReopenDialog({ period, onClose }: { period: string; onClose: () => void }) {
  const monthName = useMonthName();
  const form = useCheckedForm(reopenSchema, { reason: '' });
  const record = useRecordForm({
    form,
    save: useReopenMonth(),
    sent: ({ reason }) => ({ period, reason }),
    done: () => ({ title: `${monthName(period)} is open again` }),
    onClose,
  });
  return (
    <FormDialog
      title={`Reopen ${monthName(period)}`}
      description="Its reports can change again. The reason is kept in the activity log."
      {...record}
      submitLabel="Reopen Month"
    >
      <TextField form={form} name="reason" label="Reason" maxLength={300} />
    </FormDialog>
  );
}
