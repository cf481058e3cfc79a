import { type LostReport, type Period, useLostReport } from '@/api/revenue';
import { lostReasonNames } from '@/components/booking/LostReasons';
import { LoadState } from '@/components/LoadState';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';
import { keyInWords } from './revenue';

/** Number of letters shown, the most frequent ones. */
const LETTERS = 8;

/** Requests and quotes of a period that were lost, by reason, month and letter, and the share won. */
export function LostRequests({ period, currency }: { period: Period; currency: string }) {
  const { data, error, refetch } = useLostReport(period);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Won and Lost"
        description="Requests that came in and quotes that were sent in this period. You can set the reason when you cancel a booking, and on a lost quote."
      />
      {data === undefined ? (
        <CardBody>
          <LoadState of={{ error, refetch }} failed="The report on lost requests could not be loaded">
            <Placeholder what="the report on lost requests" bars={['h-40']} />
          </LoadState>
        </CardBody>
      ) : data.won + data.lost + data.open === 0 ? (
        <CardBody>
          <p className="text-soft text-sm">No requests or quotes in this period.</p>
        </CardBody>
      ) : (
        <Outcome report={data} currency={currency} />
      )}
    </Card>
  );
}

function Outcome({ report, currency }: { report: LostReport; currency: string }) {
  const format = useFormat();
  const { won, lost, open, unexplained, shareWonPercent: share, medianDaysToAnswer: days } = report;
  const explained = report.reasons.reduce((sum, { value }) => sum + value, 0);
  const sentences = [
    `${won} won, ${lost} lost, ${open} open.`,
    share === null ? '' : `Win rate: ${share}%.`,
    days === null ? '' : `Median time to answer: ${counted(days, 'day')}.`,
  ];
  const rows = [
    ...report.reasons.map(({ reason, count, value }) => ({ name: lostReasonNames[reason], count, value })),
    ...(unexplained === 0
      ? []
      : [{ name: 'No reason given', count: unexplained, value: report.lostValue - explained }]),
  ];
  return (
    <>
      <p className="tabular px-5 pt-3 text-soft text-sm">{sentences.filter(Boolean).join(' ')}</p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start lg:grid-cols-2">
        <Lost label="Lost by reason" head="Reason" rows={rows} currency={currency} />
        <Lost
          label="Lost by month"
          head="Month"
          rows={report.months.map(({ month, won, lost, value }) => ({
            name: keyInWords(format, 'month', month),
            won,
            count: lost,
            value,
          }))}
          currency={currency}
        />
      </div>
      {report.letters.length === 0 ? null : (
        <p className="tabular wrap-anywhere px-5 py-3 text-soft text-sm">
          Letters most often in lost signs:{' '}
          {report.letters
            .slice(0, LETTERS)
            .map(({ letter, count }) => `${letter} (${count})`)
            .join(', ')}
        </p>
      )}
    </>
  );
}

interface LostProps {
  label: string;
  head: string;
  rows: readonly { name: string; won?: number; count: number; value: number }[];
  currency: string;
}

function Lost({ label, head, rows, currency }: LostProps) {
  const numbers = [...(rows.some(({ won }) => won !== undefined) ? ['Won'] : []), 'Lost', 'Value'];
  return (
    <Table label={label} className="border-line border-t">
      <TableHead columns={[head, ...numbers]} right={numbers} />
      <tbody>
        {rows.map(({ name, won, count, value }) => (
          <tr key={name}>
            <Td>{name}</Td>
            {won === undefined ? null : <Td className="tabular text-right">{won}</Td>}
            <Td className="tabular text-right">{count}</Td>
            <Td className="tabular whitespace-nowrap text-right">{formatMoney(value, currency)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
