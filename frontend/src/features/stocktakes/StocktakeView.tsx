import { Download, Printer, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { failureOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import {
  type Differences,
  type FinishedStocktake,
  type Stocktake,
  type StocktakeRow,
  stocktakeCsv,
  useDiscardStocktake,
  useFinishStocktake,
  useStocktake,
} from '@/api/stocktakes';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingPath, paths } from '@/lib/paths';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Checkbox } from '@/ui/Checkbox';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Input';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';

const OUTCOMES: readonly (readonly [Differences, string])[] = [
  ['loss', 'Record missing pieces as lost'],
  ['repair', 'Record missing pieces as in repair'],
  ['adjust', 'Reduce the quantities I own'],
];
const outcomeNames: Readonly<Record<Differences, string>> = {
  loss: 'Missing pieces were recorded as lost.',
  repair: 'Missing pieces were recorded as in repair.',
  adjust: 'Quantities were reduced.',
};

/** A stocktake: what was expected and counted, the differences with their value, and the buttons to finish it. */
export function StocktakeView({ id }: { id: number }) {
  const { data, error, refetch } = useStocktake(id);
  if (data === undefined) {
    return (
      <LoadState of={{ error, refetch }} failed="We couldn't load this stocktake">
        <div aria-busy="true" role="status" aria-label="Loading the stocktake">
          <Skeleton className="h-64" />
        </div>
      </LoadState>
    );
  }
  return <Report stocktake={data} />;
}

function Report({ stocktake }: { stocktake: Stocktake }) {
  const format = useFormat();
  const navigate = useNavigate();
  const { currency } = useSignedInUser();
  const changes = useCan('changeStock');
  const discard = useDiscardStocktake(stocktake.id);
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [finishing, setFinishing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [finished, setFinished] = useState<FinishedStocktake | null>(null);
  const { rows, state } = stocktake;
  const sums = sumsOf(rows);
  const shown = onlyDifferent ? rows.filter(({ difference }) => (difference ?? 0) !== 0) : rows;
  const money = rows.some(({ value }) => value !== undefined);
  const facts = [
    `${sums.counted} of ${counted(rows.length, 'letter')} counted`,
    ...(sums.missing === 0 ? [] : [`${counted(sums.missing, 'piece')} missing`]),
    ...(sums.found === 0 ? [] : [`${counted(sums.found, 'piece')} more than expected`]),
    ...(sums.value === 0 ? [] : [`worth ${formatMoney(sums.value, currency ?? 'USD')}`]),
  ];
  return (
    <div className="grid gap-6">
      <PageHeader
        title={`Stocktake of ${formatDay(format, stocktake.startedAt)}`}
        description={`${facts.join(', ')}.${stocktake.differences === null ? '' : ` ${outcomeNames[stocktake.differences]}`}`}
        action={
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button kind="secondary" size="sm" asChild>
              <Link to={paths.stocktakes}>All Stocktakes</Link>
            </Button>
            <Button kind="secondary" size="sm" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
            <Button kind="secondary" size="sm" asChild>
              <a href={stocktakeCsv(stocktake.id)} download="stocktake.csv">
                <Download aria-hidden="true" />
                Export as CSV
              </a>
            </Button>
            {state === 'open' ? (
              <Button kind={sums.counted < rows.length ? 'primary' : 'secondary'} size="sm" asChild>
                {/* The crew page is a separate build, so this leaves the app. */}
                <a href={`/crew#stocktake-${stocktake.id}`}>
                  <Smartphone aria-hidden="true" />
                  Count on This Device
                </a>
              </Button>
            ) : null}
            {state === 'open' && changes ? (
              <>
                <Button kind="secondary" size="sm" onClick={() => setDiscarding(true)}>
                  Discard
                </Button>
                <Button
                  kind={sums.counted < rows.length ? 'secondary' : 'primary'}
                  size="sm"
                  disabled={sums.counted === 0}
                  onClick={() => setFinishing(true)}
                >
                  Finish
                </Button>
              </>
            ) : null}
          </div>
        }
      />
      {finished === null || finished.atRisk.length === 0 ? null : (
        <Card className="grid gap-1 border-danger/40 px-5 py-4 text-sm">
          <p className="font-semibold text-danger">
            {counted(finished.atRisk.length, 'booking')} {finished.atRisk.length === 1 ? 'is' : 'are'} short
            now
          </p>
          <ul>
            {finished.atRisk.map(({ bookingId, number, customerName, deliveryDate }) => (
              <li key={bookingId}>
                <Link to={bookingPath(bookingId)} className="rounded-sm text-link hover:underline">
                  #{number} {customerName}, {formatDay(format, deliveryDate)}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card className="overflow-hidden">
        <div className="border-line border-b px-5 py-3 print:hidden">
          <Checkbox label="Differences only" checked={onlyDifferent} onChange={setOnlyDifferent} />
        </div>
        {shown.length === 0 ? (
          <p className="px-5 py-8 text-center text-soft text-sm">
            {rows.length === 0 ? 'There are no letters in these sizes.' : 'No differences so far.'}
          </p>
        ) : (
          <Table label="Letters along the shelves" className="max-sm:[&_:is(td,th)]:px-2">
            <TableHead
              columns={['Letter', 'Expected', 'Counted', 'Difference', ...(money ? ['Value'] : [])]}
              right={['Expected', 'Counted', 'Difference', 'Value']}
            />
            <tbody>
              {shown.map((row) => (
                <Line key={`${row.letter} ${row.size} ${row.finish}`} row={row} money={money} />
              ))}
            </tbody>
          </Table>
        )}
      </Card>
      {finishing ? (
        <FinishDialog
          id={stocktake.id}
          uncounted={rows.length - sums.counted}
          sums={sums}
          onDone={setFinished}
          onClose={() => setFinishing(false)}
        />
      ) : null}
      {discarding ? (
        <ConfirmDialog
          onClose={() => setDiscarding(false)}
          title="Discard this stocktake?"
          description={`${counted(sums.counted, 'count')} will be deleted. Your inventory does not change.`}
          confirmLabel="Discard"
          pendingLabel="Discarding..."
          onConfirm={() => discard.mutate(undefined, { onSuccess: () => void navigate(paths.stocktakes) })}
          error={discard.error === null ? null : failureOf(format, discard.error)}
          pending={discard.isPending}
        />
      ) : null}
    </div>
  );
}

interface Sums {
  counted: number;
  missing: number;
  found: number;
  value: number;
}

function sumsOf(rows: readonly StocktakeRow[]): Sums {
  const sums = { counted: 0, missing: 0, found: 0, value: 0 };
  for (const { counted, difference, value } of rows) {
    if (counted !== null) sums.counted += 1;
    sums.missing += Math.max(0, -(difference ?? 0));
    sums.found += Math.max(0, difference ?? 0);
    sums.value += value ?? 0;
  }
  return sums;
}

function Line({ row, money }: { row: StocktakeRow; money: boolean }) {
  const format = useFormat();
  const { currency } = useSignedInUser();
  const { letter, size, finish, slot, expected, counted, difference, countedBy, value } = row;
  return (
    <tr>
      <Td>
        <b className="font-semibold">{letter}</b>{' '}
        <span className="text-soft">
          {[slot, sizeName(format, size), finishBesideOthers(format, finish)].filter(Boolean).join(', ')}
        </span>
      </Td>
      <Td className="tabular text-right">{expected}</Td>
      <Td className="tabular text-right" title={countedBy ?? undefined}>
        {counted ?? '–'}
      </Td>
      <Td className={`tabular text-right ${difference ? 'font-semibold text-danger' : ''}`}>
        {difference === null ? '' : difference > 0 ? `+${difference}` : difference}
      </Td>
      {money ? (
        <Td className="tabular text-right">
          {value == null ? 'Not known' : value === 0 ? '' : formatMoney(value, currency ?? 'USD')}
        </Td>
      ) : null}
    </tr>
  );
}

interface FinishDialogProps {
  id: number;
  uncounted: number;
  sums: Sums;
  onDone: (finished: FinishedStocktake) => void;
  onClose: () => void;
}

/** Asks what becomes of the missing pieces, and says what will change. */
function FinishDialog({ id, uncounted, sums, onDone, onClose }: FinishDialogProps) {
  const format = useFormat();
  const finish = useFinishStocktake(id);
  const [differences, setDifferences] = useState<Differences>('loss');
  const effects = [
    `${counted(sums.missing, 'piece')} missing.`,
    ...(sums.found === 0
      ? []
      : [
          `${counted(sums.found, 'piece')} more than expected: they end recorded losses first, the rest is added to your quantities.`,
        ]),
    ...(uncounted === 0 ? [] : [`${counted(uncounted, 'letter')} not counted: nothing changes there.`]),
  ];
  return (
    <FormDialog
      onClose={onClose}
      title="Finish the Stocktake"
      description={effects.join(' ')}
      onSubmit={() =>
        void finish
          .mutateAsync(differences)
          .then((result) => {
            onDone(result);
            onClose();
          })
          .catch(() => undefined)
      }
      submitLabel="Finish"
      pendingLabel="Finishing..."
      error={finish.error === null ? null : failureOf(format, finish.error)}
      pending={finish.isPending}
      unsaved={false}
    >
      <Field label="What becomes of missing pieces?">
        <Select
          value={differences}
          onChange={(event) =>
            setDifferences(OUTCOMES.find(([code]) => code === event.target.value)?.[0] ?? 'loss')
          }
        >
          {OUTCOMES.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
