import { Link, useParams, useSearchParams } from 'react-router';
import { type BusinessSort, type BusinessUse, type UsePeriod, useBusinesses } from '@/api/businesses';
import { LoadState } from '@/components/LoadState';
import { usePageTitle } from '@/lib/page-title';
import { formatMegabytes } from '@/lib/plan';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';
import { BusinessPage } from './BusinessPage';
import { businessPath, businessStates } from './business-words';

const sorts = {
  requests: 'Requests',
  errors: 'Errors',
  jobs: 'Jobs waiting and failing',
  emails: 'Emails',
  storage: 'Storage',
} as const;
const periods = { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days' } as const;
const columns = ['Business', 'Requests', 'Errors', 'Jobs', 'Emails', 'Storage', 'Open pages'];

/** Return the key named by a URL parameter if the record has it, or the usual one. */
function keyOf<Key extends string>(of: Readonly<Record<Key, string>>, named: string | null, usual: Key): Key {
  return named !== null && Object.hasOwn(of, named) ? (named as Key) : usual;
}

/** The list of businesses, or the details of the business in the URL. */
export function BusinessesPage() {
  const { id } = useParams();
  return id === undefined ? <Businesses /> : <BusinessPage id={Number(id)} />;
}

/** All businesses with their usage. Sort order and period are in the URL. */
function Businesses() {
  usePageTitle('Businesses');
  const [params, setParams] = useSearchParams();
  const sort: BusinessSort = keyOf(sorts, params.get('sort'), 'requests');
  const since: UsePeriod = keyOf(periods, params.get('since'), 'day');
  const businesses = useBusinesses(sort, since);
  const show = (next: { sort?: string; since?: string }) =>
    setParams({ sort, since, ...next }, { replace: true });
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Businesses"
        description="Usage of this installation by business. Errors exclude sign-in prompts."
      />
      <div className="flex flex-wrap gap-4">
        <Field label="Sort by" className="w-44">
          <Select value={sort} onChange={(event) => show({ sort: event.target.value })}>
            <Options of={sorts} />
          </Select>
        </Field>
        <Field label="Period" className="w-44">
          <Select value={since} onChange={(event) => show({ since: event.target.value })}>
            <Options of={periods} />
          </Select>
        </Field>
      </div>
      {businesses.data === undefined ? (
        <LoadState of={businesses} failed="Couldn’t load businesses">
          <Skeleton className="h-64 rounded-xl" />
        </LoadState>
      ) : businesses.data.length === 0 ? (
        <Card>
          <EmptyState title="No businesses yet" description="Businesses appear here once they register." />
        </Card>
      ) : (
        <Card className="overflow-hidden">
          <Table label="Businesses">
            <TableHead columns={columns} right={columns.slice(1)} />
            <tbody>
              {businesses.data.map((row) => (
                <Row key={row.operatorId} row={row} />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
    </div>
  );
}

function Row({ row }: { row: BusinessUse }) {
  const state = businessStates[row.state];
  return (
    <tr>
      <Td className="wrap-anywhere min-w-48">
        <Link to={businessPath(row.operatorId)} className="font-medium text-link hover:underline">
          {row.name}
        </Link>{' '}
        {row.state === 'active' ? null : <Badge tone={state.tone}>{state.label}</Badge>}
        <p className="text-faint text-xs">{row.email}</p>
      </Td>
      <Td className="tabular text-right">{row.requests.toLocaleString('en-US')}</Td>
      <Td className="tabular text-right">{row.errors.toLocaleString('en-US')}</Td>
      <Td className="tabular text-right">
        {row.jobsWaiting.toLocaleString('en-US')}
        {row.jobsFailing > 0 ? <p className="text-danger text-xs">{row.jobsFailing} failing</p> : null}
      </Td>
      <Td className="tabular text-right">
        {row.emails.toLocaleString('en-US')}
        {row.bounces > 0 ? <p className="text-danger text-xs">{row.bounces} bounced</p> : null}
      </Td>
      <Td className="tabular whitespace-nowrap text-right">
        {formatMegabytes(row.storageBytes / 1_000_000)}
      </Td>
      <Td className="tabular text-right">{row.streams.toLocaleString('en-US')}</Td>
    </tr>
  );
}
