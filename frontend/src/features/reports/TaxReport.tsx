import { useState } from 'react';
import {
  type Period,
  type TaxBasis,
  type TaxMonth,
  type TaxPlace,
  type TaxReport,
  useTaxReport,
} from '@/api/revenue';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { taxFirst, taxInText, taxName } from '@/lib/tax-name';
import { counted } from '@/lib/words';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Segments } from '@/ui/Segments';
import { Placeholder } from '@/ui/Skeleton';
import { Table, Td, Th } from '@/ui/Table';
import { TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { keyInWords } from './revenue';

const DESCRIPTIONS: Record<TaxBasis, string> = {
  accrual: 'Deliveries and charges of this period, and the refunds and changes made in it.',
  cash: 'Money received in this period, less refunds, also for bookings not delivered yet.',
};

/** Sales tax of a period, by taxing place and by month, on an accrual or a cash basis. */
export function SalesTaxReport({ period, currency }: { period: Period; currency: string }) {
  const [basis, setBasis] = useState<TaxBasis>('accrual');
  const { data, error, refetch, isPlaceholderData } = useTaxReport(period, basis);
  const user = useSignedInUser();
  const tax = taxInText(user);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={taxName(user)}
        description={DESCRIPTIONS[basis]}
        aside={
          <Segments
            label="Basis"
            options={[
              ['accrual', 'Accrual'],
              ['cash', 'Cash'],
            ]}
            value={basis}
            onChange={setBasis}
          />
        }
      />
      {error !== null || data === undefined ? (
        <CardBody>
          <LoadState of={{ error, refetch }} failed={`The ${tax} could not be loaded`}>
            <Placeholder what={`the ${tax}`} bars={['h-40']} />
          </LoadState>
        </CardBody>
      ) : data.byPlace.length === 0 ? (
        <CardBody>
          <p className="text-soft text-sm">No sales in this period.</p>
        </CardBody>
      ) : (
        <div aria-busy={isPlaceholderData} className={cn('pt-3', isPlaceholderData && 'opacity-60')}>
          <Report report={data} currency={currency} />
        </div>
      )}
    </Card>
  );
}

function Report({ report, currency }: { report: TaxReport; currency: string }) {
  const format = useFormat();
  const [by, setBy] = useState('place');
  const tax = taxFirst(useSignedInUser());
  const places = report.byPlace.map((row) => ({ row, key: Object.values(row).join(), ...placeInWords(row) }));
  const months = report.byMonth.map((row) => ({
    row,
    key: row.month,
    name: keyInWords(format, 'month', row.month),
    note: undefined,
  }));
  return (
    <Tabs value={by} onValueChange={setBy}>
      <TabList aria-label={`${tax} by`} className="px-2" of={{ place: 'Place', month: 'Month' }} />
      <TabPanel value="place" tabIndex={-1} className="pt-0">
        <Rows label="Place" rows={places} total={report} currency={currency} />
      </TabPanel>
      <TabPanel value="month" tabIndex={-1} className="pt-0">
        <Rows label="Month" rows={months} total={report} currency={currency} />
      </TabPanel>
    </Tabs>
  );
}

interface RowsProps {
  label: string;
  rows: readonly { row: TaxPlace | TaxMonth; key: string; name: string; note: string | undefined }[];
  total: TaxReport;
  currency: string;
}

function Rows({ label, rows, total, currency }: RowsProps) {
  const tax = taxFirst(useSignedInUser());
  const money = (units: number) => formatMoney(units, currency);
  const amount = 'tabular whitespace-nowrap px-3 text-right align-top sm:px-4';
  const heading = 'border-line border-b py-2.5 pr-2 pl-5 text-left align-top [overflow-wrap:anywhere]';
  return (
    <Table label={`${tax} by ${label.toLowerCase()}`}>
      <thead>
        <tr>
          <Th className="w-full">{label}</Th>
          <Th className="px-3 text-right sm:px-4">Sales</Th>
          <Th className="px-3 text-right max-sm:hidden sm:px-4">Taxable</Th>
          <Th className="px-3 text-right sm:px-4">Tax</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, key, name, note }) => (
          <tr key={key}>
            <th scope="row" className={cn(heading, 'min-w-28 font-medium')}>
              {name}
              {[note, ...notesOf(row, money)].map((line) =>
                line === undefined ? null : (
                  <span key={line} className="block font-normal text-faint text-xs">
                    {line}
                  </span>
                ),
              )}
              {/* On a phone this column would push the tax off the screen. */}
              <span aria-hidden="true" className="block font-normal text-faint text-xs sm:hidden">
                {money(row.taxable)} taxable
              </span>
            </th>
            <Td className={amount}>{money(row.sales)}</Td>
            <Td className={cn(amount, 'max-sm:hidden')}>{money(row.taxable)}</Td>
            <Td className={amount}>{money(row.tax)}</Td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className={cn(heading, 'border-b-0')}>
            Total
          </th>
          <Td className={cn(amount, 'border-b-0')}>{money(total.sales)}</Td>
          <Td className={cn(amount, 'border-b-0 max-sm:hidden')}>{money(total.taxable)}</Td>
          <Td className={cn(amount, 'border-b-0')}>{money(total.tax)}</Td>
        </tr>
      </tfoot>
    </Table>
  );
}

/** Number of bookings in a row, and its exempt or unconfirmed sales. */
function notesOf({ bookings, exempt, toConfirm }: TaxPlace | TaxMonth, money: (units: number) => string) {
  return [
    counted(bookings, 'booking'),
    ...(exempt === 0 ? [] : [`${money(exempt)} to exempt customers`]),
    ...(toConfirm === 0 ? [] : [`${money(toConfirm)} with tax to be confirmed`]),
  ];
}

/** Name of a place, with the agreed rate. */
function placeInWords({ state, city, zipCode, place, percent }: TaxPlace) {
  const address = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const rate = `${percent.toLocaleString('en-US', { maximumFractionDigits: 4 })}%`;
  return {
    name: address || 'Unknown place',
    note: place === null ? (percent === 0 ? undefined : rate) : `${place}, ${rate}`,
  };
}
