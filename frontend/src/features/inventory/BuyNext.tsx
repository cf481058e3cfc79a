import { type ReactNode, useId, useState } from 'react';
import { useBuyNext } from '@/api/letter-reports';
import type { BuyNextReport, BuySet } from '@/api/types';
import { LoadState } from '@/components/LoadState';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted, finishBesideOthers, listed, sizeName } from '@/lib/words';
import { Card, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Stat } from '@/ui/facts';
import { Options, PriceInput, Select } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';

const LEAST = 5;

interface BuyNextProps {
  since: string;
  currency: string;
  sizes: readonly string[];
}

/** Advice on letters to buy for a budget, as sets that earn revenue together, with the evidence. */
export function BuyNext({ since, currency, sizes }: BuyNextProps) {
  const format = useFormat();
  const [budget, setBudget] = useState('');
  const [cost, setCost] = useState('');
  const [size, setSize] = useState('');
  const [priced, setPriced] = useState(100);
  const report = useBuyNext({
    since,
    budget: amountOf(budget),
    cost: amountOf(cost),
    size: size || undefined,
    priced,
  });
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="What to Buy Next"
        description="Sets of letters that would have earned the most for their cost, based on your accepted and refused requests."
      />
      <div className="grid gap-4 px-5 pt-5 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Budget" hint="Leave empty for no limit.">
          <Money value={budget} onChange={setBudget} />
        </Field>
        <Field label="Cost per Letter" hint="Used for letters without their own cost.">
          <Money value={cost} onChange={setCost} />
        </Field>
        <Field label="Size">
          <Select value={size} onChange={(event) => setSize(event.target.value)}>
            <option value="">All sizes</option>
            <Options of={sizes.map((code) => [code, sizeName(format, code)])} />
          </Select>
        </Field>
        <Field label="Priced but Not Sent" hint={pricedHint(report.data)}>
          <Select value={priced} onChange={(event) => setPriced(Number(event.target.value))}>
            <Options of={weights} />
          </Select>
        </Field>
      </div>
      {report.data === undefined ? (
        <div className="p-5">
          <LoadState of={report} failed="We couldn't load this report">
            <div role="status">
              <span className="sr-only">Calculating what to buy</span>
              <Skeleton className="h-40 rounded-md" />
            </div>
          </LoadState>
        </div>
      ) : (
        <div
          className={cn('transition-opacity', report.isPlaceholderData && 'opacity-60')}
          aria-busy={report.isPlaceholderData}
        >
          <Advice report={report.data} currency={currency} />
        </div>
      )}
    </Card>
  );
}

/** Weight of rentals that were priced on the form but never sent, in percent. */
const weights = { 100: 'Count in full', 50: 'Count as half', 25: 'Count as a quarter', 0: 'Don’t count' };

function pricedHint(report: BuyNextReport | undefined): string {
  if (report === undefined) return 'Rentals that were priced on the form but were unavailable.';
  const { onlyPriced, requests } = report.evidence;
  return `${onlyPriced} of ${counted(requests, 'refused request')}.`;
}

function amountOf(text: string): number | undefined {
  const amount = Number(text);
  return text.trim() === '' || !Number.isFinite(amount) || amount < 0 ? undefined : amount;
}

function Money({ value, onChange, ...rest }: { value: string; onChange: (value: string) => void }) {
  return <PriceInput value={value} onChange={(event) => onChange(event.target.value)} {...rest} />;
}

function Advice({ report, currency }: { report: BuyNextReport; currency: string }) {
  const { sets, evidence, curve, missingCost } = report;
  const money = (amount: number) => formatMoney(amount, currency);
  // List sets with a gain first.
  const [paying, others] = [sets.filter((set) => set.gain > 0), sets.filter((set) => set.gain <= 0)];
  const total = paying.length > 0 ? report.paying : report.total;
  if (evidence.requests < LEAST) {
    return (
      <Note>
        {counted(evidence.requests, 'refused request')} in this period. We need at least {LEAST} to suggest
        what to buy.
      </Note>
    );
  }
  return (
    <>
      {evidence.enough ? null : (
        <Note>
          Based on only {counted(evidence.requests, 'refused request')}. Treat these numbers as a rough guide.
        </Note>
      )}
      {missingCost ? (
        <Note>Some missing letters have no cost. Enter a cost above to include them.</Note>
      ) : null}
      {sets.length === 0 ? (
        missingCost ? null : (
          <Note>No set of letters within this budget would have earned revenue.</Note>
        )
      ) : (
        <>
          <dl className="flex flex-wrap gap-x-10 gap-y-4 px-5 pt-5">
            <Stat label={counted(total.pieces, 'letter')}>{money(total.cost)}</Stat>
            <Stat label="more revenue in this period">{money(total.gain)}</Stat>
            <Stat label="more revenue per year">{money(total.gainPerYear)}</Stat>
          </dl>
          <p className="tabular px-5 pt-2 text-faint text-sm">
            Likely range (90%): {money(evidence.gainLow)} to {money(evidence.gainHigh)}.
          </p>
          <Curve curve={curve} currency={currency} />
          <div className="mt-5">
            <Sets sets={paying} money={money} />
            {others.length === 0 ? null : (
              <details open={paying.length === 0} className="border-line border-t">
                <summary className="cursor-pointer px-5 py-4 text-soft text-sm">
                  {counted(others.length, paying.length === 0 ? 'set' : 'more set')} that would have earned
                  nothing in this period but would pay off in most similar periods
                </summary>
                <Sets sets={others} money={money} />
              </details>
            )}
          </div>
        </>
      )}
      <Proof report={report} money={money} />
    </>
  );
}

interface SetsProps {
  sets: readonly BuySet[];
  money: (amount: number) => string;
}

function Sets({ sets, money }: SetsProps) {
  return (
    <ol className="divide-y divide-line border-line border-t empty:hidden">
      {sets.map((set, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sets are identified by their position.
        <li key={at}>
          <SetRow set={set} money={money} />
        </li>
      ))}
    </ol>
  );
}

function SetRow({ set, money }: { set: BuySet; money: (amount: number) => string }) {
  const format = useFormat();
  const pieces = set.pieces.map(
    ({ letter, size, finish, count }) =>
      `${count} × ${letter} (${[sizeName(format, size), finishBesideOthers(format, finish)].filter(Boolean).join(', ')})`,
  );
  return (
    <div className="grid gap-x-4 gap-y-1 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="tabular font-semibold text-base">{listed(pieces)}</h3>
        {set.words.length === 0 ? null : (
          <p className="break-words text-soft text-sm">Would have allowed {listed(set.words)}.</p>
        )}
      </div>
      <div className="tabular text-sm sm:text-right">
        <p className="font-semibold text-base">{more(set.gain, money)}</p>
        <p className="text-soft">
          for {money(set.cost)}
          {set.paybackMonths == null ? null : `, paid back in ${counted(set.paybackMonths, 'month')}`}
        </p>
        <p className="text-faint">
          Total so far: {money(set.costSoFar)} for {more(set.gainSoFar, money)}
        </p>
      </div>
    </div>
  );
}

/** Format an amount with a plus sign. */
function more(amount: number, money: (amount: number) => string): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

/** Backtest: the advice from the first half of the history applied to the second half. */
function Proof({ report, money }: { report: BuyNextReport; money: (amount: number) => string }) {
  const { backTest: test } = report.evidence;
  if (test == null) return null;
  return (
    <section className="border-line border-t px-5 py-4 text-sm" aria-label="How reliable this advice is">
      <h3 className="font-medium">How reliable this advice is</h3>
      <p className="mt-1 text-soft">
        Based on your first {counted(test.learnedFrom, 'request')} and tested on the {test.judgedOn} after
        that, with the same budget:
      </p>
      <dl className="tabular mt-2 grid max-w-md grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1">
        <dt>Your current letters</dt>
        <dd className="text-right">{money(test.ownedRevenue)}</dd>
        <dt>With this advice</dt>
        <dd className="text-right font-medium">+{money(test.adviceGain)}</dd>
        <dt>Buying the letters that were short most often</dt>
        <dd className="text-right">+{money(test.frequencyGain)}</dd>
      </dl>
    </section>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-5 pt-4 pb-1 text-soft text-sm last:pb-5">{children}</p>;
}

/** The chart's coordinate system, stretched to the available space. */
const [WIDTH, HEIGHT] = [100, 100];

/**
 * Chart of the added revenue by budget, with one step for each additional set. The table below contains the
 * values.
 */
function Curve({ curve, currency }: { curve: BuyNextReport['curve']; currency: string }) {
  const [name, captionId] = [useId(), useId()];
  const end = curve.at(-1);
  // A set that only pays off in other periods lowers the curve, so its end may not be its highest point.
  const best = curve.toSorted((a, b) => b.gain - a.gain || a.budget - b.budget)[0];
  if (end === undefined || best === undefined || end.budget <= 0 || best.gain <= 0) return null;
  const title = 'Revenue by Budget';
  const money = (amount: number) => formatMoney(amount, currency);
  const x = (budget: number) => (budget / end.budget) * WIDTH;
  const y = (gain: number) => HEIGHT - (Math.max(0, gain) / best.gain) * HEIGHT;
  const line = curve.map(({ budget, gain }, at) =>
    at === 0 ? `M${x(budget)} ${y(gain)}` : `H${x(budget)}V${y(gain)}`,
  );
  // Zero-length lines with round caps stay round when the chart is stretched.
  const dots = curve.slice(1).map(({ budget, gain }) => `M${x(budget)} ${y(gain)}h0`);
  return (
    <figure className="max-w-3xl px-5 pt-5">
      <figcaption>
        <h3 className="font-medium text-sm">{title}</h3>
        <p id={captionId} className="tabular text-soft text-sm">
          Up to {money(best.gain)} more revenue in this period for {money(best.budget)}.
        </p>
      </figcaption>
      <div className="tabular mt-3 flex gap-2 text-faint text-xs">
        <p aria-hidden="true" className="flex h-36 flex-col justify-between text-right leading-none">
          <span>{more(best.gain, money)}</span>
          <span>{money(0)}</span>
        </p>
        <div className="min-w-0 flex-1">
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-36 w-full overflow-visible border-edge border-b border-l text-link"
            role="img"
            aria-labelledby={name}
            aria-describedby={captionId}
            strokeLinejoin="round"
            strokeLinecap="round"
            fill="none"
            stroke="currentColor"
          >
            <title id={name}>{title}</title>
            <path d={`M0 0H${WIDTH}`} opacity={0.4} strokeDasharray="4 4" vectorEffect="non-scaling-stroke" />
            <path d={`${line.join('')}V${HEIGHT}H0Z`} fill="currentColor" stroke="none" opacity={0.12} />
            <path d={line.join('')} strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
            <path d={dots.join('')} strokeWidth={8} vectorEffect="non-scaling-stroke" />
          </svg>
          <p aria-hidden="true" className="mt-1 flex justify-between gap-2">
            <span>{money(0)}</span>
            <span>Budget</span>
            <span>{money(end.budget)}</span>
          </p>
        </div>
      </div>
      <details className="mt-2 text-sm">
        <summary className="w-fit cursor-pointer text-soft">Show as Table</summary>
        <table className="tabular mt-2 w-full">
          <caption className="sr-only">Revenue by budget</caption>
          <thead>
            <tr className="border-line border-b text-left text-faint">
              <th scope="col" className="py-1.5 font-normal">
                Budget
              </th>
              <th scope="col" className="py-1.5 text-right font-normal">
                More Revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {curve.slice(1).map(({ budget, gain }) => (
              <tr key={budget} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {formatMoney(budget, currency)}
                </th>
                <td className="py-1.5 text-right">+{formatMoney(gain, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
