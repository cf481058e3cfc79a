import { useSearchParams } from 'react-router';
import { useAudit } from '@/api/admin';
import { AuditFilters } from '@/components/AuditFilters';
import { LoadState } from '@/components/LoadState';
import type { AuditFilter, AuditKind } from '@/lib/audit';
import { dayIn, formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { AuditTable } from '@/ui/AuditTable';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { ShowMore } from '@/ui/ShowMore';
import { Skeleton } from '@/ui/Skeleton';

const kinds: readonly AuditKind[] = [
  'account',
  'user',
  'team',
  'settings',
  'booking',
  'payment',
  'plan',
  'subscription',
  'business',
  'deleted',
];

/** Searchable audit log, newest first. The filters are stored in the URL. */
export function AuditPage() {
  const format = useFormat();
  usePageTitle('Audit');
  const [params, setParams] = useSearchParams();
  const of = (name: string) => params.get(name) ?? '';
  const filter: AuditFilter = { q: of('q'), action: of('action'), from: of('from'), to: of('to') };
  const business = Number.parseInt(of('business'), 10) || null;
  const show = (next: AuditFilter, within: number | null) => {
    const values = { ...next, business: within === null ? '' : String(within) };
    setParams(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), {
      replace: true,
    });
  };
  const audit = useAudit(filter, business);
  const lines = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  const name = lines.find(({ operatorId }) => operatorId === business)?.business ?? null;
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Audit"
        description="Every action, with its time in UTC. Entries can’t be changed or deleted."
      />
      <AuditFilters
        label="Search the audit log"
        kinds={kinds}
        filter={filter}
        today={dayIn('UTC', new Date())}
        onChange={(next) => show(next, business)}
      />
      {business === null ? null : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span>
            Showing only activity in <strong>{name ?? `business ${business}`}</strong>.
          </span>
          <Button kind="secondary" size="sm" onClick={() => show(filter, null)}>
            Show All Businesses
          </Button>
        </p>
      )}
      {audit.error !== null || audit.data === undefined ? (
        <LoadState of={audit} failed="Couldn’t load the audit log">
          <Skeleton className="h-64 rounded-xl" />
        </LoadState>
      ) : lines.length === 0 ? (
        <Card>
          <EmptyState title="No results" description="No activity matches your filters." />
        </Card>
      ) : (
        <Card className="overflow-hidden">
          <AuditTable
            label="Audit"
            lines={lines}
            when="When (UTC)"
            moment={(iso) => formatMoment(format, iso)}
            nobody="System"
            business={({ operatorId, business: called }) =>
              operatorId === null ? null : (
                <button
                  type="button"
                  title="Show only this business’s activity"
                  className="wrap-anywhere cursor-pointer text-left text-link hover:underline"
                  onClick={() => show(filter, operatorId)}
                >
                  {called ?? `Business ${operatorId} (removed)`}
                </button>
              )
            }
          />
        </Card>
      )}
      <ShowMore list={audit} />
    </div>
  );
}
