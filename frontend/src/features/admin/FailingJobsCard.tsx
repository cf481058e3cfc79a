import { type FailingJobs, useFailingJobs, useRetryJobs } from '@/api/admin';
import { MutationButton } from '@/components/MutationButton';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { toast } from '@/ui/toast-store';
import { AttentionCard } from './AttentionCard';

/** Failing background jobs by kind and business. Renders nothing if none are failing. */
export function FailingJobsCard() {
  const format = useFormat();
  const jobs = useFailingJobs();
  const retry = useRetryJobs();
  return (
    <AttentionCard
      read={jobs}
      failed="Couldn’t load failing jobs"
      title="Failing Jobs"
      description="Failed jobs are retried up to ten times, with longer waits between attempts. Other businesses’ jobs are not held up."
    >
      {(row) => (
        <li
          key={`${row.kind} ${row.operatorId}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0"
        >
          <div className="wrap-anywhere min-w-0 flex-1 basis-60">
            <p className="font-medium">
              {row.kind} · {nameOf(row)}
            </p>
            <p className="text-faint">
              {tries(row)} since {formatDay(format, row.since)}
            </p>
            {row.lastError === null ? null : <p className="text-faint text-xs">{row.lastError}</p>}
          </div>
          <MutationButton
            kind="secondary"
            size="sm"
            disabled={retry.isPending}
            aria-label={`Run ${row.kind} again for ${nameOf(row)}`}
            change={retry}
            input={{ kind: row.kind, operatorId: row.operatorId }}
            failed="Error"
            onDone={() => toast({ title: 'Jobs restarted', description: nameOf(row) })}
          >
            Run Again
          </MutationButton>
        </li>
      )}
    </AttentionCard>
  );
}

function nameOf({ name, operatorId }: FailingJobs): string {
  if (operatorId === null) return 'the installation';
  return name ?? `business ${operatorId} (removed)`;
}

function tries({ retrying, givenUp }: FailingJobs): string {
  const parts = [
    retrying > 0 ? `${counted(retrying, 'job')} being retried` : '',
    givenUp > 0 ? `${counted(givenUp, 'job')} failed` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
