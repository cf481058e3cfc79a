import { useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { useRetryJobs } from '@/api/admin';
import {
  type BusinessOverview,
  useBusinessOverview,
  useReadSupportBookings,
  useResumeBusiness,
  useSignOutBusiness,
  useSlowBusiness,
  useSuspendBusiness,
} from '@/api/businesses';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { MutationButton } from '@/components/MutationButton';
import { UsageLimits } from '@/components/UsageLimits';
import { useServerForm } from '@/components/useServerForm';
import { formatLocalMoment } from '@/lib/local-moment';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { required } from '@/lib/typed-checks';
import { counted } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { LongTextField, useCheckedForm } from '@/ui/FormField';
import { DescriptionItem, Stat } from '@/ui/facts';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';
import { toast } from '@/ui/toast-store';
import { businessStates } from './business-words';

/** Details of a business for administrators: usage, limits, members, problems, and buttons to slow or suspend it. */
export function BusinessPage({ id }: { id: number }) {
  const business = useBusinessOverview(id);
  usePageTitle(business.data?.name ?? 'Business');
  return business.data === undefined ? (
    <LoadState of={business} failed="Couldn’t load this business">
      <Skeleton className="h-96 rounded-xl" />
    </LoadState>
  ) : (
    <Details business={business.data} />
  );
}

function Details({ business }: { business: BusinessOverview }) {
  const state = businessStates[business.state];
  return (
    <div className="grid gap-6">
      <PageHeader
        title={business.name}
        description={`${business.email} · registered ${formatLocalMoment(business.createdAt)}`}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={state.tone}>{state.label}</Badge>
        <Actions business={business} />
      </div>
      {business.suspended === null ? null : (
        <Alert title={`Suspended since ${formatLocalMoment(business.suspended.since)}`}>
          Reason: {business.suspended.reason}
        </Alert>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <UseCard business={business} />
        <Card>
          <CardHeader title="Limits" description="The owner sees the same limits under Settings > Account." />
          <CardBody>
            <UsageLimits limits={business.limits} />
          </CardBody>
        </Card>
        <MembersCard business={business} />
        <SupportCard business={business} />
        <FailingCard business={business} />
        <SlowCard business={business} />
      </div>
      <p className="text-sm">
        <Link
          to={`${paths.adminAudit}?business=${business.operatorId}`}
          className="font-medium text-link hover:underline"
        >
          View Activity
        </Link>
      </p>
    </div>
  );
}

function Actions({ business }: { business: BusinessOverview }) {
  const [suspending, setSuspending] = useState(false);
  const slow = useSlowBusiness();
  const resume = useResumeBusiness();
  const signOut = useSignOutBusiness();
  const { operatorId, name, suspended, slowedAt } = business;
  return (
    <>
      {suspended === null ? (
        <Button kind="secondary" size="sm" onClick={() => setSuspending(true)}>
          Suspend
        </Button>
      ) : null}
      {slowedAt === null ? (
        <ConfirmButton
          button={(ask) => (
            <Button kind="secondary" size="sm" onClick={ask}>
              Slow
            </Button>
          )}
          change={slow}
          input={operatorId}
          title={`Slow ${name}?`}
          description="Each server will accept 60 requests a minute from this business and its customers. Further requests get an error asking them to try again later."
          confirmLabel="Slow"
          pendingLabel="Slowing..."
          onDone={() => toast({ title: 'Business slowed', description: name })}
        />
      ) : null}
      {suspended === null && slowedAt === null ? null : (
        <MutationButton
          kind="secondary"
          size="sm"
          change={resume}
          input={operatorId}
          failed="Error"
          onDone={() => toast({ title: 'Business resumed', description: name })}
        >
          Resume
        </MutationButton>
      )}
      <ConfirmButton
        button={(ask) => (
          <Button kind="secondary" size="sm" onClick={ask}>
            Sign Out All
          </Button>
        )}
        change={signOut}
        input={operatorId}
        title={`Sign out everyone at ${name}?`}
        description="All members will be signed out on all devices. They can sign in again."
        confirmLabel="Sign Out"
        pendingLabel="Signing out..."
        onDone={() => toast({ title: 'All members signed out', description: name })}
      />
      {suspending ? <SuspendDialog business={business} onClose={() => setSuspending(false)} /> : null}
    </>
  );
}

const reasonSchema = z.object({
  reason: required('Enter a reason').check(z.maxLength(300, 'Use at most 300 characters')),
});

function SuspendDialog({ business, onClose }: { business: BusinessOverview; onClose: () => void }) {
  const form = useCheckedForm(reasonSchema, { reason: '' });
  const { submit, failure, pending } = useServerForm({
    form,
    save: useSuspendBusiness(business.operatorId),
    sent: (input: z.infer<typeof reasonSchema>) => input,
    onSaved: () => {
      toast({ title: 'Business suspended', description: business.name });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Suspend ${business.name}?`}
      description="Team members will only see this reason, the form won’t accept bookings, and emails and texts will be held. Customers can still see their pages, and the owner can still export all data. No data is lost, and you can resume the business at any time."
      onSubmit={submit}
      submitLabel="Suspend"
      pendingLabel="Suspending..."
      error={failure}
      pending={pending}
      unsaved={form.formState.isDirty}
      onClose={onClose}
    >
      <LongTextField form={form} name="reason" label="Reason" required />
    </FormDialog>
  );
}

function UseCard({ business }: { business: BusinessOverview }) {
  const count = (amount: number) => amount.toLocaleString('en-US');
  const week = business.hours.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <Card>
      <CardHeader
        title="Usage"
        description="Requests, errors and emails are from the last 24 hours unless labeled otherwise. Open pages are current."
      />
      <CardBody>
        <dl className="grid grid-cols-2 gap-5 sm:grid-cols-3">
          <Stat label="Requests">{count(business.requests)}</Stat>
          <Stat label="Errors">{count(business.errors)}</Stat>
          <Stat label="Requests in 7 days">{count(week)}</Stat>
          <Stat label="Emails">{count(business.emails)}</Stat>
          <Stat label="Bounced">{count(business.bounces)}</Stat>
          <Stat label="Open pages">{count(business.streams)}</Stat>
        </dl>
        <Days business={business} />
        <dl className="mt-5 grid gap-4 sm:grid-cols-2">
          <DescriptionItem label="Last full export">
            {business.lastExportAt === null ? 'Never' : formatLocalMoment(business.lastExportAt)}
          </DescriptionItem>
          <DescriptionItem label="Last backup of this installation">
            {business.lastBackupAt === null ? 'Never' : formatLocalMoment(business.lastBackupAt)}
          </DescriptionItem>
        </dl>
      </CardBody>
    </Card>
  );
}

/** Requests and errors by day in UTC, newest first. */
function Days({ business }: { business: BusinessOverview }) {
  const days = new Map<string, { requests: number; errors: number; limited: number }>();
  for (const { hour, requests, errors, limited } of business.hours) {
    const day = hour.slice(0, 10);
    const sum = days.get(day) ?? { requests: 0, errors: 0, limited: 0 };
    days.set(day, {
      requests: sum.requests + requests,
      errors: sum.errors + errors,
      limited: sum.limited + limited,
    });
  }
  if (days.size === 0) return null;
  return (
    <Table label="Requests by day" className="mt-5">
      <TableHead
        columns={['Day (UTC)', 'Requests', 'Errors', 'Rate limited']}
        right={['Requests', 'Errors', 'Rate limited']}
      />
      <tbody>
        {[...days].reverse().map(([day, sum]) => (
          <tr key={day}>
            <Td className="tabular">{day}</Td>
            <Td className="tabular text-right">{sum.requests.toLocaleString('en-US')}</Td>
            <Td className="tabular text-right">{sum.errors.toLocaleString('en-US')}</Td>
            <Td className="tabular text-right">{sum.limited.toLocaleString('en-US')}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function MembersCard({ business }: { business: BusinessOverview }) {
  return (
    <Card>
      <CardHeader title="Members" />
      <CardBody className="pt-3 text-sm">
        <ul>
          {business.members.map((member) => (
            <li
              key={member.userId}
              className="wrap-anywhere border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0"
            >
              <p className="font-medium">
                {member.name} <span className="font-normal text-faint">({member.role})</span>
              </p>
              <p className="text-faint">
                {member.email} · {counted(member.signIns, 'session')} · last sign-in{' '}
                {member.lastLogin === null ? 'never' : formatLocalMoment(member.lastLogin)}
              </p>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function SupportCard({ business }: { business: BusinessOverview }) {
  const read = useReadSupportBookings();
  const bookings = read.data?.items;
  return (
    <Card>
      <CardHeader
        title="Support Access"
        description={
          business.supportUntil === null
            ? 'The owner can let you view their bookings for an hour under Settings > Security.'
            : `Allowed until ${formatLocalMoment(business.supportUntil)}. Each access is recorded in the owner’s activity log.`
        }
      />
      {business.supportUntil === null ? null : (
        <CardBody className="grid gap-4 text-sm">
          <MutationButton
            kind="secondary"
            size="sm"
            className="justify-self-start"
            change={read}
            input={business.operatorId}
            failed="Couldn’t load the bookings"
          >
            View Bookings
          </MutationButton>
          {bookings === undefined ? null : bookings.length === 0 ? (
            <p className="text-faint">No bookings yet.</p>
          ) : (
            <Table label="Bookings">
              <TableHead columns={['Booking', 'Message', 'Delivery', 'Status']} />
              <tbody>
                {bookings.map((booking) => (
                  <tr key={booking.id}>
                    <Td className="tabular">{booking.number}</Td>
                    <Td className="wrap-anywhere">{booking.message}</Td>
                    <Td className="tabular whitespace-nowrap">{booking.deliveryDate.slice(0, 10)}</Td>
                    <Td>{booking.status}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </CardBody>
      )}
    </Card>
  );
}

function FailingCard({ business }: { business: BusinessOverview }) {
  const retry = useRetryJobs();
  return (
    <Card>
      <CardHeader
        title="Jobs"
        description={`${counted(business.jobsWaiting, 'job')} due, ${business.jobsFailing} failing.`}
      />
      {business.failingJobs.length === 0 ? null : (
        <CardBody className="pt-3 text-sm">
          <ul>
            {business.failingJobs.map((job) => (
              <li
                key={job.kind}
                className="flex flex-wrap items-center gap-3 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0"
              >
                <div className="wrap-anywhere min-w-0 flex-1">
                  <p className="font-medium">{job.kind}</p>
                  <p className="text-faint">
                    {job.retrying} being retried, {job.givenUp} failed since {formatLocalMoment(job.since)}
                  </p>
                  {job.lastError === null ? null : <p className="text-faint text-xs">{job.lastError}</p>}
                </div>
                <MutationButton
                  kind="secondary"
                  size="sm"
                  aria-label={`Run ${job.kind} again`}
                  change={retry}
                  input={{ kind: job.kind, operatorId: business.operatorId }}
                  failed="Error"
                  onDone={() => toast({ title: 'Jobs restarted', description: business.name })}
                >
                  Run Again
                </MutationButton>
              </li>
            ))}
          </ul>
        </CardBody>
      )}
    </Card>
  );
}

function SlowCard({ business }: { business: BusinessOverview }) {
  return (
    <Card>
      <CardHeader
        title="Slow Calls"
        description="The slowest call of each hour in the last 7 days, if it took a second or more."
      />
      <CardBody className="pt-3 text-sm">
        {business.slowCalls.length === 0 ? (
          <p className="text-faint">No slow calls.</p>
        ) : (
          <ul>
            {business.slowCalls.map((call) => (
              <li
                key={call.hour}
                className="wrap-anywhere border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0"
              >
                <p className="tabular font-medium">{(call.ms / 1000).toFixed(1)} s</p>
                <p className="text-faint">
                  {call.route} · {formatLocalMoment(call.hour)}
                  {call.count > 1 ? ` · ${call.count} slow calls in this hour` : ''}
                </p>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
