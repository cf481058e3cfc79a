import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { payoutsCsv } from '@/api/payments';
import { type Period, useJournalAccounts } from '@/api/revenue';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { addDays } from '@/booking-form/dates';
import { LoadState } from '@/components/LoadState';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { taxFirst, taxInText } from '@/lib/tax-name';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';

/** Maximum days of payouts per request: the server queries the provider about each. */
const MOST_PAYOUT_DAYS = 92;

/** CSV files for bookkeeping: payments, payouts, sales tax and the journal. */
export function Bookkeeping({ period }: { period: Period }) {
  const format = useFormat();
  const user = useSignedInUser();
  const seesPayouts = useCan('manageSubscription');
  const isLong = period.to > addDays(period.from, MOST_PAYOUT_DAYS - 1);
  const days = new URLSearchParams({ from: period.from, to: period.to });
  const journal = (format: string) => `/api/journal.csv?format=${format}&${days}`;
  return (
    <Card>
      <CardHeader
        title="Bookkeeping"
        description={`CSV files from ${formatDay(format, period.from)} to ${formatDay(format, period.to)}. Sales count on the delivery day, payments on the day they were made, and corrections on the day of the correction.`}
      />
      <CardBody className="pb-2">
        <ul className="divide-y divide-line">
          <Export
            title="Payments"
            about="Each payment and refund, with fees and the net amount."
            links={[{ href: `/api/payments.csv?${days}`, name: 'payments.csv', label: 'Payments' }]}
          />
          {seesPayouts ? (
            <Export
              title="Payouts"
              about={
                isLong
                  ? 'Available for periods of up to three months. Choose a shorter one.'
                  : 'Bank payouts of this period, with the payments, refunds and fees in each.'
              }
              links={isLong ? [] : [{ href: payoutsCsv(period), name: 'payouts.csv', label: 'Payouts' }]}
            />
          ) : null}
          <Export
            title={taxFirst(user)}
            about="Sales, taxable sales and tax by place."
            links={[
              { href: `/api/reports/tax.csv?${days}`, name: 'sales-tax.csv', label: 'Accrual Basis' },
              {
                href: `/api/reports/tax.csv?${days}&basis=cash`,
                name: 'sales-tax-cash.csv',
                label: 'Cash Basis',
              },
            ]}
          />
          <Export
            title="Journal"
            about="Sales, tax, payments, refunds, fees and lost disputes as balanced entries."
            links={[
              { href: journal('quickbooks'), name: 'journal-quickbooks.csv', label: 'QuickBooks' },
              { href: journal('xero'), name: 'journal-xero.csv', label: 'Xero' },
              { href: journal('plain'), name: 'journal.csv', label: 'Other Software' },
            ]}
          />
          <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium text-sm">QuickBooks and Xero</p>
              <p className="text-soft text-sm">Push the books directly, without files.</p>
            </div>
            <Button asChild kind="secondary" size="sm">
              <Link to={`${paths.settings}?tab=bookkeeping`}>Open Bookkeeping</Link>
            </Button>
          </li>
        </ul>
        <XeroAccounts />
      </CardBody>
    </Card>
  );
}

interface ExportProps {
  title: string;
  about: string;
  links: readonly { href: string; name: string; label: string }[];
}

function Export({ title, about, links }: ExportProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-sm">{title}</p>
        <p className="text-soft text-sm">{about}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {links.map(({ href, name, label }) => (
          <Button key={name} asChild kind="secondary" size="sm">
            <a href={href} download={name} aria-label={`${label} as CSV`}>
              <Download aria-hidden="true" />
              {label}
            </a>
          </Button>
        ))}
      </div>
    </li>
  );
}

/** Accounts to add in Xero before it accepts the journal; loaded when opened. */
function XeroAccounts() {
  const taxWord = taxInText(useSignedInUser());
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="border-line border-t py-3 text-sm"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer rounded-sm font-medium">Before the first import into Xero</summary>
      <p className="mt-2 text-soft">
        Add these accounts to your chart of accounts in Xero, with the tax rate “Tax Exempt”, because the
        journal posts {taxWord} to its own account. Then import the file under <b>Manual Journals</b>. Xero
        may reject long files; if so, choose a shorter period.
      </p>
      {isOpen ? <AccountTable /> : null}
    </details>
  );
}

function AccountTable() {
  const { data, error, refetch } = useJournalAccounts();
  if (error !== null || data === undefined) {
    return (
      <LoadState of={{ error, refetch }} failed="The accounts could not be loaded">
        <Placeholder what="the accounts" className="mt-3" bars={['h-40']} />
      </LoadState>
    );
  }
  return (
    <div className="mt-3 overflow-hidden rounded-lg border border-line">
      <Table label="Accounts of the journal">
        <TableHead columns={['Code', 'Name', 'Type']} />
        <tbody>
          {data.map(({ code, name, type }) => (
            <tr key={code}>
              <Td className="tabular">{code}</Td>
              <Td>{name}</Td>
              <Td>{type}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
