import { type Comparison, useComparisons } from '@/api/admin';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { ListCard } from './ListCard';

type Repair = Comparison['repairs'][number];

const objects: Readonly<Record<string, string>> = {
  account: 'Account',
  dispute: 'Dispute',
  invoice: 'Invoice',
  payment_intent: 'Payment',
  refund: 'Refund',
};

/** Reconciliation runs against Stripe, each with the differences found and how they were resolved. */
export function Comparisons() {
  return (
    <ListCard
      of={useComparisons()}
      title="Stripe Reconciliation"
      description="Every night, and when you select Compare With Stripe, Stripe’s records are compared with the ones stored here."
      names="comparisons"
      empty="No comparisons yet."
    >
      {(comparison) => <OneComparison of={comparison} />}
    </ListCard>
  );
}

function OneComparison({ of: { at, since, listed, isLive, repairs } }: { of: Comparison }) {
  const format = useFormat();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-48 font-medium">{formatMoment(format, at)}</p>
        {isLive ? null : <Badge>Test mode</Badge>}
        <Badge tone={repairs.length === 0 ? 'green' : 'yellow'}>
          {repairs.length === 0 ? 'No differences' : counted(repairs.length, 'difference')}
        </Badge>
      </div>
      <p className="text-faint">
        {listed.toLocaleString('en-US')} compared since {formatMoment(format, since)}
      </p>
      {repairs.length === 0 ? null : (
        <ul className="mt-2 grid gap-2">
          {repairs.map((repair) => (
            <li key={`${repair.kind}${repair.objectId}`} className="flex justify-between gap-4">
              <span className="wrap-anywhere min-w-0">
                {describe(repair)}
                <span className="block text-faint">
                  {[
                    repair.business ?? (repair.account === null ? 'Your account' : repair.account),
                    repair.objectId,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
              <span className="shrink-0 text-right">{came(repair)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Describe a difference: an object that is recorded differently here, or an event that was never received.
 */
function describe({ kind }: Repair): string {
  const object = kind.endsWith('.listed') ? kind.slice(0, -'.listed'.length) : null;
  return object === null ? `Missed event ${kind}` : `${objects[object] ?? object} differs`;
}

function came({ outcome }: Repair): string {
  if (outcome === null) return 'Repairing';
  if (outcome === 'recorded') return 'Repaired';
  return outcome === 'known already' ? 'Already recorded' : `Not recorded: ${outcome}`;
}

/** Number of search results. Renders nothing while loading. */
export function Matching({ count, noun }: { count: number | undefined; noun: string }) {
  return count === undefined ? null : (
    <p role="status" className="tabular ml-auto text-soft text-sm">
      {counted(count, noun)}
    </p>
  );
}
