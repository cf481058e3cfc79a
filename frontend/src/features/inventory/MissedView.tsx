import { type ReactNode, useState } from 'react';
import { useMissedLetters } from '@/api/letter-reports';
import type { MissedLetter } from '@/api/types';
import { addDays } from '@/booking-form/dates';
import { addMonths } from '@/booking-form/months';
import { LoadState } from '@/components/LoadState';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Card, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Field } from '@/ui/Field';
import { Stat } from '@/ui/facts';
import { Options, PriceInput, Select } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { BuyNext } from './BuyNext';
import { FormFunnel } from './FormFunnel';
import { paybackOf } from './payback';
import { SpareLetters } from './SpareLetters';
import { WaitingList } from './WaitingList';
import { useFirstRows } from './Welcome';

/** The selectable periods, with the noun used after a number of them. */
const spans = {
  months: { label: 'Last 12 Months', unit: 'years like this' },
  year: { label: 'This Year', unit: "times this year's demand so far" },
} as const;
type Span = keyof typeof spans;

/** Requests lost for lack of letters, and the revenue that one more of each letter would have earned. */
export function MissedView({ today, currency }: { today: string; currency: string }) {
  const format = useFormat();
  const [span, setSpan] = useState<Span>('months');
  const [costs, setCosts] = useState<Readonly<Record<string, string>>>({});
  const since = span === 'year' ? `${today.slice(0, 4)}-01-01` : addDays(addMonths(today, -12), 1);
  const missed = useMissedLetters(since);
  const { shown, rest } = useFirstRows(missed.data?.letters ?? []);
  if (missed.data === undefined) {
    return (
      <LoadState of={missed} failed="We couldn't load the missed letters">
        <Loading />
      </LoadState>
    );
  }
  const { letters, wishes: requests, lostRevenue } = missed.data;
  const sizes = [...new Set(letters.map(({ size }) => size))].toSorted().reverse();
  const costOf = (size: string) => Number(costs[size] ?? '');
  return (
    <div
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-4 transition-opacity',
        missed.isPlaceholderData && 'opacity-60',
      )}
      aria-busy={missed.isPlaceholderData}
    >
      <Card className="p-5">
        <div className="flex flex-wrap items-start gap-x-10 gap-y-5">
          <dl className="flex flex-wrap gap-x-10 gap-y-4">
            <Stat label="Missed requests">{String(requests)}</Stat>
            <Stat label="Missed revenue">{formatMoney(lostRevenue, currency)}</Stat>
          </dl>
          <Field label="Since" hint={formatDay(format, since)} className="w-44 sm:ml-auto">
            <Select
              value={span}
              onChange={(event) => setSpan(event.target.value === 'year' ? 'year' : 'months')}
            >
              <Options of={Object.entries(spans).map(([value, { label }]) => [value, label])} />
            </Select>
          </Field>
        </div>
      </Card>
      <FormFunnel since={since} currency={currency} />
      <WaitingList />
      {requests > 0 ? <BuyNext since={since} currency={currency} sizes={sizes} /> : null}
      {letters.length === 0 ? (
        <Nothing since={since} />
      ) : (
        <Card className="overflow-hidden">
          <CardHeader
            title="Missed Demand by Letter"
            description="Revenue you would have earned with one more of each letter."
            aside={
              <div className="flex flex-wrap gap-3 max-sm:w-full">
                {sizes.map((size) => (
                  <Field
                    key={size}
                    label={`Cost of a New ${sizeName(format, size)} Letter`}
                    className="w-full sm:w-48"
                  >
                    <PriceInput
                      placeholder="Your purchase price"
                      value={costs[size] ?? ''}
                      onChange={(event) => setCosts((before) => ({ ...before, [size]: event.target.value }))}
                    />
                  </Field>
                ))}
              </div>
            }
          />
          <ul className="mt-5 divide-y divide-line border-line border-t">
            {shown.map((letter) => (
              <li key={`${letter.size} ${letter.letter} ${letter.finish}`}>
                <MissedRow
                  missed={letter}
                  cost={costOf(letter.size)}
                  unit={spans[span].unit}
                  currency={currency}
                />
              </li>
            ))}
          </ul>
          {rest}
        </Card>
      )}
      <SpareLetters currency={currency} />
    </div>
  );
}

interface MissedRowProps {
  missed: MissedLetter;
  cost: number;
  unit: string;
  currency: string;
}

function MissedRow({ missed, cost, unit, currency }: MissedRowProps) {
  const format = useFormat();
  const { letter, size, finish, wishes: requests, mostShort, oneMoreWishes: met, oneMoreRevenue } = missed;
  const payback = paybackOf(missed, cost);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 px-5 py-4 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.2fr)]">
      <span aria-hidden="true" className="night-ground grid size-14 place-items-center rounded-md">
        <MarqueeSign
          message={letter}
          height={30}
          maxWidth={48}
          surface="night"
          missing={[letter]}
          align="center"
        />
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold text-base">
          {letter}{' '}
          <span className="font-normal text-faint text-sm">
            {[sizeName(format, size), finishBesideOthers(format, finish)].filter(Boolean).join(', ')}
          </span>
        </h3>
        <p className="tabular text-soft text-sm">
          {requests > 1 && mostShort > 1 ? 'Short by up to' : 'Short by'} {mostShort} in{' '}
          {counted(requests, 'request')}
        </p>
      </div>
      <div className="text-sm max-sm:col-span-2">
        {met === 0 ? (
          <Outcome
            figure={formatMoney(0, currency)}
            line="One more wouldn't have been enough: these requests were short by more than one piece."
          />
        ) : (
          <Outcome
            figure={formatMoney(oneMoreRevenue, currency)}
            line={`One more would have covered ${counted(met, 'request')}.`}
          >
            {payback === null ? null : (
              <p className="tabular mt-0.5 font-medium text-good">
                Pays for itself after {payback.requests} {payback.requests === 1 ? 'request' : 'requests'}{' '}
                like these, or {payback.spans} {unit}.
              </p>
            )}
          </Outcome>
        )}
      </div>
    </div>
  );
}

function Outcome({ figure, line, children }: { figure: string; line: string; children?: ReactNode }) {
  return (
    <>
      <p className="tabular font-semibold text-base">{figure}</p>
      <p className="text-soft">{line}</p>
      {children}
    </>
  );
}

function Nothing({ since }: { since: string }) {
  const format = useFormat();
  return (
    <Card>
      <EmptyState
        title="No missed requests"
        description={`Since ${formatDay(format, since)}, you had enough letters for every request. Letters you run short of will be counted here.`}
        picture={<MarqueeSign message="ALL GOOD" height={52} align="center" />}
      />
    </Card>
  );
}

function Loading() {
  return (
    <Placeholder what="missed letters" className="grid gap-4" bars={['h-24 rounded-xl', 'h-80 rounded-xl']} />
  );
}
