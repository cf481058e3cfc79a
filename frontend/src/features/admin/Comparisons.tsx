import { type Comparison, useComparisons } from '@/api/admin';
import { formatMoment } from '@/lib/dates';
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

/** The comparisons with Stripe, each with the differences that it has found and what came of them. */
export function Comparisons() {
  return (
    <ListCard
      of={useComparisons()}
      title="Comparisons With Stripe"
      description="Each night, and after Compare With Stripe: what Stripe lists, against what is recorded here."
      names="comparisons"
      empty="Nothing has been compared yet."
    >
      {(comparison) => <OneComparison of={comparison} />}
    </ListCard>
  );
}

function OneComparison({ of: { at, since, listed, isLive, repairs } }: { of: Comparison }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-48 font-medium">{formatMoment(at)}</p>
        {isLive ? null : <Badge>Test mode</Badge>}
        <Badge tone={repairs.length === 0 ? 'green' : 'yellow'}>
          {repairs.length === 0 ? 'No differences' : counted(repairs.length, 'difference')}
        </Badge>
      </div>
      <p className="text-faint">
        {listed.toLocaleString('en-US')} compared, from {formatMoment(since)} on
      </p>
      {repairs.length === 0 ? null : (
        <ul className="mt-2 grid gap-2">
          {repairs.map((repair) => (
            <li key={`${repair.kind}${repair.objectId}`} className="flex justify-between gap-4">
              <span className="wrap-anywhere min-w-0">
                {found(repair)}
                <span className="block text-faint">
                  {[
                    repair.business ?? (repair.account === null ? 'Your own account' : repair.account),
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

/** What was different: an object in a list, or an event that had not come in. */
function found({ kind }: Repair): string {
  const object = kind.endsWith('.listed') ? kind.slice(0, -'.listed'.length) : null;
  return object === null ? `Missed event ${kind}` : `${objects[object] ?? object} recorded otherwise`;
}

function came({ outcome }: Repair): string {
  if (outcome === null) return 'Being repaired';
  if (outcome === 'recorded') return 'Repaired';
  return outcome === 'known already' ? 'Was recorded already' : `Not recorded: ${outcome}`;
}
