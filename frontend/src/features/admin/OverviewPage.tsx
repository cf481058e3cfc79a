import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { type Overview, useOverview } from '@/api/admin';
import { LoadState } from '@/components/LoadState';
import { ago } from '@/lib/ago';
import { actionLabel, particularsOf, subjectOf } from '@/lib/audit';
import { formatBuild } from '@/lib/build';
import { formatDay, formatWhen } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { formatMegabytes } from '@/lib/plan';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Fact } from '@/ui/facts';
import { PageHeader } from '@/ui/PageHeader';
import { Placeholder } from '@/ui/Skeleton';
import { FailingJobsCard } from './FailingJobsCard';
import { LabeledNumber } from './ListStates';
import { WeekBars } from './WeekBars';

/** Text and link of each kind of attention item. */
const matters: Record<string, { text: string; to: string; link: string }> = {
  maintenance_on: {
    text: 'Maintenance mode is on: visitors and operators see the maintenance page.',
    to: paths.adminSettings,
    link: 'General settings',
  },
  secrets_unreadable: {
    text: 'Some stored secrets can’t be decrypted with the current key. Enter them again.',
    to: paths.adminSettings,
    link: 'Settings',
  },
  businesses_to_review: {
    text: 'New businesses are waiting for review.',
    to: paths.adminUsers,
    link: 'Users',
  },
  jobs_late: {
    text: 'Jobs have been waiting for more than 15 minutes. Check that a worker is running.',
    to: paths.status,
    link: 'Status',
  },
  backup_failed: {
    text: 'The latest backup failed. See the reason below.',
    to: '#health',
    link: 'Backups',
  },
  backup_overdue: {
    text: 'No backup was made in the last 26 hours. Check the backup timer.',
    to: '#health',
    link: 'Backups',
  },
  backup_unverified: {
    text: 'No backup has been verified in the last 30 days. Run: marqueedesk backup verify FILE',
    to: '#health',
    link: 'Backups',
  },
  jobs_failed: {
    text: 'Some jobs failed permanently after several attempts. See the list below.',
    to: '#health',
    link: 'Jobs',
  },
  mails_failed: {
    text: 'Some emails from the last 7 days were not sent or may not have been delivered. See the list below.',
    to: '#health',
    link: 'Emails',
  },
  subscriptions_past_due: {
    text: 'Some subscriptions are past due.',
    to: `${paths.adminSubscriptions}?tab=subscriptions&status=past_due`,
    link: 'Subscriptions',
  },
  mail_not_set: {
    text: 'No mail server is configured, so no email is sent. You can read account emails in the email settings.',
    to: `${paths.adminSettings}?tab=email`,
    link: 'Email settings',
  },
  payments_not_set: {
    text: 'No Stripe keys are configured, so card payments are unavailable.',
    to: `${paths.adminSettings}?tab=payments`,
    link: 'Payment settings',
  },
};

/** Admin dashboard: the installation's status and items that need attention. */
export function OverviewPage() {
  usePageTitle('Admin');
  const overview = useOverview();
  return (
    <div className="in-turn grid gap-6">
      <PageHeader title="Admin Dashboard" description="Status and items that need attention." />
      {overview.data !== undefined ? (
        <Figures overview={overview.data} />
      ) : (
        <LoadState of={overview} failed="Couldn’t load the overview">
          <Placeholder
            className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
            bars={['h-24 rounded-xl', 'h-24 rounded-xl', 'h-24 rounded-xl', 'h-24 rounded-xl']}
          />
        </LoadState>
      )}
    </div>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const format = useFormat();
  const { users, jobs, mail, system, backup } = overview;
  const sum = (weeks: Overview['bookings']) => weeks.reduce((all, { count }) => all + count, 0);
  return (
    <>
      <Attention codes={overview.attention} />
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <LabeledNumber label="Users" value={users.total} note={`${users.active} active`} />
        <LabeledNumber
          label="Live Subscriptions"
          value={overview.subscriptions.live}
          note={`${overview.subscriptions.pastDue} past due`}
        />
        <LabeledNumber
          label="Monthly Revenue"
          value={formatCents(overview.subscriptions.monthlyRevenue)}
          note={`${formatCents(overview.subscriptions.recurringMonthly)} recurring, excluding trials`}
        />
        <LabeledNumber label="Bookings" value={sum(overview.bookings)} note="last 12 weeks" />
      </div>
      <Card>
        <CardHeader title="Last 12 Weeks" description="Weeks start on Sunday (UTC)." />
        <CardBody className="grid gap-8 md:grid-cols-3">
          <WeekBars label="Sign-ups" weeks={overview.signUps} />
          <WeekBars label="Bookings" weeks={overview.bookings} />
          <WeekBars label="Rejected requests" weeks={overview.refused} />
        </CardBody>
      </Card>
      <FailingJobsCard />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Latest overview={overview} />
        <Card id="health">
          <CardHeader title="Health" description="Email, jobs, backups, version and database." />
          <CardBody>
            <dl className="text-sm">
              <Fact label="Mail server">{mail.serverSet ? 'Configured' : 'Not configured'}</Fact>
              <Fact label="Emails waiting">{mail.waiting}</Fact>
              <Fact label="Emails sent">{mail.sent} in 7 days</Fact>
              <Fact label="Emails not sent">{mail.failed} in 7 days</Fact>
              <Fact label="Jobs waiting">{jobs.waiting}</Fact>
              <Fact label="Failed jobs">{jobs.failed}</Fact>
              {jobs.unknown > 0 ? <Fact label="Unrecognized jobs">{jobs.unknown}</Fact> : null}
              <Fact label="Longest wait">{Math.round(jobs.lagSeconds)} s</Fact>
              <Fact label="Version">
                {formatBuild(overview.version, overview.commit, overview.buildDate)}
              </Fact>
              <Fact label="Last backup">
                {backup.lastAt === null
                  ? 'None yet'
                  : `${formatWhen(format, backup.lastAt, true)}, ${formatMegabytes((backup.lastSize ?? 0) / 1e6)}`}
              </Fact>
              {backup.problem === null ? null : <Fact label="Latest failure">{backup.problem}</Fact>}
              <Fact label="Backup verified">
                {backup.lastVerifiedAt === null ? 'Never' : formatWhen(format, backup.lastVerifiedAt, true)}
              </Fact>
              <Fact label="Database">
                {system.database}, revision {system.migration ?? 'unknown'}
              </Fact>
            </dl>
            <GivenUp
              title="Unsent Emails"
              rows={mail.latestFailed.map(({ id, name, reason, createdAt }) => ({
                id,
                what: name,
                why: `${formatDay(format, createdAt)}${reason === null ? '' : `: ${reason}`}`,
              }))}
            />
            <GivenUp
              title="Failed Jobs"
              rows={jobs.latestFailed.map(({ id, kind, attempts, createdAt }) => ({
                id,
                what: kind,
                why: `${formatDay(format, createdAt)}, after ${attempts} attempts`,
              }))}
            />
          </CardBody>
        </Card>
      </div>
    </>
  );
}

function GivenUp({
  title,
  rows,
}: {
  title: string;
  rows: readonly { id: number; what: string; why: string }[];
}) {
  if (rows.length === 0) return null;
  return (
    <section className="mt-4 border-line border-t pt-4 text-sm">
      <h3 className="mb-2 font-medium">{title}</h3>
      <ul className="grid gap-2">
        {rows.map(({ id, what, why }) => (
          <li key={id} className="wrap-anywhere">
            {what} <span className="text-faint">#{id}</span>
            <p className="text-faint text-xs">{why}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attention({ codes }: { codes: readonly string[] }) {
  const items = codes.flatMap((code) => (matters[code] === undefined ? [] : [{ code, ...matters[code] }]));
  return (
    <Card>
      <CardHeader title="Needs Attention" />
      <CardBody className="pt-3">
        {items.length === 0 ? (
          <p className="flex items-center gap-2 text-soft text-sm">
            <CircleCheck aria-hidden="true" className="size-4 text-good" />
            Nothing needs your attention.
          </p>
        ) : (
          <ul className="grid gap-2.5 text-sm">
            {items.map(({ code, text, to, link }) => (
              <li key={code} className="flex items-start gap-2.5">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
                <span>
                  {text}{' '}
                  <Link to={to} className="whitespace-nowrap font-medium text-link hover:underline">
                    {link}
                  </Link>
                </span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function Latest({ overview }: { overview: Overview }) {
  const format = useFormat();
  const now = new Date();
  return (
    <Card>
      <CardHeader
        title="Recent Activity"
        description="The latest audit entries."
        aside={
          <Link to={paths.adminAudit} className="font-medium text-link text-sm hover:underline">
            View all
          </Link>
        }
      />
      <CardBody>
        <ul className="grid gap-3 text-sm">
          {overview.latest.map((line) => (
            <li key={line.id}>
              <p className="wrap-anywhere">
                {actionLabel(line)} {subjectOf(line)}{' '}
                <span className="text-faint">{particularsOf(format, line)}</span>
              </p>
              <p className="text-faint text-xs">
                {line.actor ?? 'System'}, {ago(line.at, now)}
              </p>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
