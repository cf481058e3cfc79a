import { usePayments } from '@/api/billing';
import type { Payment } from '@/api/types';
import { cardName } from '@/lib/card-name';
import { formatLongDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { planPaymentNotes, planPaymentTone } from '@/lib/subscription-status';
import { capitalised } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Card, CardHeader } from '@/ui/Card';
import { LoadError } from '@/ui/LoadError';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';

/** The business's payments for its plan. */
export function PaymentHistory({ timeZone }: { timeZone: string }) {
  const payments = usePayments();
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Payment History" className="pb-4" />
      {payments.data !== undefined ? (
        <List payments={payments.data} timeZone={timeZone} />
      ) : payments.error === null ? (
        <Placeholder what="your payments" className="grid gap-3 px-5 pb-5" bars={['h-10', 'h-10']} />
      ) : (
        <div className="px-5 pb-5">
          <LoadError title="Failed to fetch payment history" onRetry={() => void payments.refetch()} />
        </div>
      )}
    </Card>
  );
}

const disputeWords = { disputed: 'Disputed with your bank', lost: 'reversed by your bank' };

function List({ payments, timeZone }: { payments: readonly Payment[]; timeZone: string }) {
  const format = useFormat();
  if (payments.length === 0) {
    return <p className="px-5 pb-6 text-soft text-sm">No payment history available.</p>;
  }
  return (
    <Table label="Payment History" className="stacks">
      <TableHead columns={['Date', 'Amount', 'Status', 'Method', 'Invoice']} right={['Amount']} />
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <Td label="Date" className="whitespace-nowrap">
              {formatLongDay(format, payment.createdAt, timeZone)}
              {payment.description === null || payment.subscriptionId !== null ? null : (
                <span className="mt-1 block max-w-56 whitespace-normal break-words text-soft text-xs">
                  {payment.description}
                </span>
              )}
            </Td>
            <Td label="Amount" className="tabular text-right">
              {formatCents(payment.amount, payment.currency.toUpperCase())}
            </Td>
            <Td label="Status">
              <Badge tone={planPaymentTone(payment.status)}>{capitalised(payment.status)}</Badge>
              {planPaymentNotes(payment, disputeWords).map((note) => (
                <span key={note} className="mt-1 block max-w-56 text-pretty text-soft text-xs">
                  {note}
                </span>
              ))}
            </Td>
            <Td label="Method" className="whitespace-nowrap">
              {methodOf(payment)}
            </Td>
            <Td label="Invoice" className="whitespace-nowrap">
              <Invoice url={payment.invoiceUrl} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function methodOf({ paymentMethod, paymentMethodDetails: details }: Payment): string {
  return cardName({ ...details, kind: paymentMethod });
}

function Invoice({ url }: { url: string | null }) {
  // Only web addresses become links.
  return url !== null && /^https?:\/\//.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer" className="rounded-sm text-link underline">
      View invoice<span className="sr-only"> (opens in a new tab)</span>
    </a>
  ) : (
    <span className="text-faint">No invoice</span>
  );
}
