import { type Comparison, useComparisons } from '@/api/admin';
import { sentenceOf } from '@/api/errors';
import { formatMoment } from '@/lib/dates';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';

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
  const { data, error, isFetching, refetch } = useComparisons();
  return (
    <Card className="max-w-2xl overflow-hidden">
      <CardHeader
        title="Comparisons With Stripe"
        description="Each night, and after Compare With Stripe: what Stripe lists, against what is recorded here."
        aside={
          data === undefined ? undefined : (
            <Button
              kind="secondary"
              size="sm"
              disabled={isFetching}
              aria-busy={isFetching}
              onClick={() => void refetch()}
            >
              {isFetching ? 'Loading...' : 'Reload'}
            </Button>
          )
        }
      />
      {data !== undefined ? (
        data.length === 0 ? (
          <CardBody>
            <p className="text-soft text-sm">Nothing has been compared yet.</p>
          </CardBody>
        ) : (
          <ul className="mt-3 border-line border-t">
            {data.map((one) => (
              <li key={one.id} className="border-line border-b px-5 py-3 text-sm last:border-b-0">
                <OneComparison of={one} />
              </li>
            ))}
          </ul>
        )
      ) : (
        <CardBody>
          {error === null ? (
            <div role="status" className="grid gap-3">
              <span className="sr-only">Loading the comparisons</span>
              <Skeleton className="h-6" />
              <Skeleton className="h-6" />
            </div>
          ) : (
            <LoadError
              title="The comparisons could not be loaded"
              sentence={sentenceOf(error)}
              onRetry={() => void refetch()}
            />
          )}
        </CardBody>
      )}
    </Card>
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
