import { useSearchParams } from 'react-router';
import { useAudit } from '@/api/admin';
import { sentenceOf } from '@/api/errors';
import { formatMoment } from '@/lib/dates';
import { deedOf, particularsOf, subjectOf } from '@/lib/deeds';
import { usePageTitle } from '@/lib/page-title';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { SearchBox } from '@/ui/SearchBox';
import { ShowMore } from '@/ui/ShowMore';
import { Skeleton } from '@/ui/Skeleton';
import { Table, Td, Th } from '@/ui/Table';

/** Who did what, when: searchable, the latest first. */
export function AuditPage() {
  usePageTitle('Audit');
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const audit = useAudit(q);
  const lines = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="grid gap-6">
      <PageHeader title="Audit" description="Who did what, when. Nothing here can be changed or removed." />
      <div className="flex">
        <SearchBox
          label="Search the audit"
          value={q}
          onSearch={(next) => setParams(next === '' ? {} : { q: next }, { replace: true })}
        />
      </div>
      {audit.error !== null ? (
        <LoadError
          title="The audit could not be loaded"
          sentence={sentenceOf(audit.error)}
          onRetry={() => void audit.refetch()}
        />
      ) : audit.data === undefined ? (
        <Skeleton className="h-64 rounded-xl" />
      ) : lines.length === 0 ? (
        <Card>
          <EmptyState title="Nothing found" description="No deed has these words in it." />
        </Card>
      ) : (
        <Card className="overflow-hidden">
          <Table label="Audit" className="stacks">
            <thead>
              <tr>
                <Th>When (UTC)</Th>
                <Th>Who</Th>
                <Th>What</Th>
                <Th>Details</Th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <Td label="When (UTC)" className="tabular whitespace-nowrap text-soft">
                    {formatMoment(line.at)}
                  </Td>
                  <Td label="Who" className="max-w-56 truncate">
                    {line.actor ?? 'The system'}
                  </Td>
                  <Td className="wrap-anywhere max-md:order-first md:min-w-56">
                    {deedOf(line)} <span className="font-medium">{subjectOf(line)}</span>
                  </Td>
                  <Td className="wrap-anywhere text-soft max-md:empty:hidden">{particularsOf(line)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      <ShowMore list={audit} />
    </div>
  );
}
