import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '@/api/errors';
import {
  type Partner,
  type PartnerStatement,
  statementFile,
  useMarkCommissionPaid,
  usePartnerStatement,
  useUndoCommissionPaid,
} from '@/api/partners';
import type { Period } from '@/api/revenue';
import { addDays } from '@/booking-form/dates';
import { addMonths, monthOf } from '@/booking-form/months';
import { LoadState } from '@/components/LoadState';
import { formatDay, formatMonth } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Select } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';
import { toast } from '@/ui/toast-store';

const MONTHS = 24;

interface CommissionProps {
  partners: readonly Partner[];
  currency: string;
  today: string;
}

/** A partner's commission in a month, to download and to mark as paid. */
export function Commission({ partners, currency, today }: CommissionProps) {
  const ids = { partner: useId(), month: useId() };
  const format = useFormat();
  const [chosen, setChosen] = useState(partners[0]?.id ?? 0);
  const [month, setMonth] = useState(monthOf(addMonths(today, -1)));
  const partner = partners.find(({ id }) => id === chosen) ?? partners[0];
  const from = `${month}-01`;
  const period = { from, to: addDays(addMonths(from, 1), -1) };
  const months = Array.from({ length: MONTHS }, (_, back) =>
    monthOf(addMonths(`${monthOf(today)}-01`, -back)),
  );
  return (
    <Card id="commission" className="max-w-2xl overflow-hidden">
      <CardHeader
        title="Commission"
        description="Counted in the month in which the customer paid. Refunds are deducted when they are made."
      />
      <CardBody className="grid gap-3 sm:grid-cols-2">
        <div className="grid gap-1.5">
          <label htmlFor={ids.partner} className="font-medium text-sm">
            Partner
          </label>
          <Select
            id={ids.partner}
            value={partner?.id ?? ''}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {partners.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <div className="grid gap-1.5">
          <label htmlFor={ids.month} className="font-medium text-sm">
            Month
          </label>
          <Select id={ids.month} value={month} onChange={({ target }) => setMonth(target.value)}>
            {months.map((each) => (
              <option key={each} value={each}>
                {formatMonth(format, each)}
              </option>
            ))}
          </Select>
        </div>
      </CardBody>
      {partner === undefined ? null : (
        <Statement
          key={`${partner.id} ${month}`}
          id={partner.id}
          month={month}
          period={period}
          currency={currency}
          isOver={period.to < today}
        />
      )}
    </Card>
  );
}

interface StatementProps {
  id: number;
  month: string;
  period: Period;
  currency: string;
  isOver: boolean;
}

function Statement({ id, month, period, currency, isOver }: StatementProps) {
  const { data, error, refetch } = usePartnerStatement(id, period);
  if (data === undefined) {
    return (
      <CardBody>
        <LoadState of={{ error, refetch }} failed="The statement could not be loaded">
          <Placeholder what="the statement" bars={['h-24']} />
        </LoadState>
      </CardBody>
    );
  }
  return (
    <>
      {data.rows.length === 0 ? (
        <p className="px-5 pb-4 text-soft text-sm">No payments for this partner's bookings in this month.</p>
      ) : (
        <Rows statement={data} currency={currency} />
      )}
      <footer className="flex flex-wrap items-center gap-2 border-line border-t px-5 py-3">
        {(['pdf', 'csv'] as const).map((form) => (
          <Button key={form} asChild kind="secondary" size="sm">
            <a href={statementFile(id, form, period)} download>
              <Download aria-hidden="true" />
              {form.toUpperCase()}
            </a>
          </Button>
        ))}
        <Payout id={id} month={month} statement={data} currency={currency} isOver={isOver} />
      </footer>
    </>
  );
}

function Rows({ statement, currency }: { statement: PartnerStatement; currency: string }) {
  return (
    <Table label="Commission" className="border-line border-t">
      <TableHead columns={['Booking', 'Paid', 'Commission']} right={['Paid', 'Commission']} />
      <tbody>
        {statement.rows.map(({ bookingId, number, customerName, base, commission }) => (
          <tr key={bookingId}>
            <Td>
              <Link to={bookingPath(bookingId)} className="wrap-anywhere text-link hover:underline">
                #{number} {customerName}
              </Link>
            </Td>
            <Td className="tabular whitespace-nowrap text-right">{formatMoney(base, currency)}</Td>
            <Td className="tabular whitespace-nowrap text-right">{formatMoney(commission, currency)}</Td>
          </tr>
        ))}
        <tr className="font-medium">
          <Td>Total</Td>
          <Td />
          <Td className="tabular whitespace-nowrap text-right">{formatMoney(statement.total, currency)}</Td>
        </tr>
      </tbody>
    </Table>
  );
}

type PayoutProps = Omit<StatementProps, 'period'> & { statement: PartnerStatement };

/** Marks the month as paid, or shows when it was paid. */
function Payout({ id, month, statement, currency, isOver }: PayoutProps) {
  const format = useFormat();
  const mark = useMarkCommissionPaid(id);
  const undo = useUndoCommissionPaid(id);
  const failed = (error: Error) =>
    toast({ title: 'The payment was not saved', description: sentenceOf(error), destructive: true });
  const paid = statement.payouts.find((payout) => payout.month === month);
  if (paid !== undefined) {
    return (
      <span className="ml-auto flex flex-wrap items-center gap-x-3 text-soft text-sm">
        {formatMoney(paid.amount, currency)} paid on {formatDay(format, paid.paidOn)}
        <Button
          kind="quiet"
          size="sm"
          pending={undo.isPending}
          onClick={() => undo.mutate(paid.id, { onError: failed })}
        >
          Undo
        </Button>
      </span>
    );
  }
  if (!isOver || statement.total <= 0) return null;
  return (
    <Button
      size="sm"
      className="ml-auto"
      pending={mark.isPending}
      onClick={() =>
        mark.mutate(month, {
          onSuccess: ({ amount }) => toast({ title: `${formatMoney(amount, currency)} marked as paid` }),
          onError: failed,
        })
      }
    >
      Mark as Paid
    </Button>
  );
}
