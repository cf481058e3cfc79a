import type { UsageLimit } from '@/api/businesses';
import { formatMegabytes } from '@/lib/plan';

const names: Readonly<Record<UsageLimit['kind'], string>> = {
  requests: 'Requests',
  emails: 'Emails to customers',
  exports: 'Full exports',
  streams: 'Open pages with live updates',
  storage: 'Picture storage',
};
const NEARLY_FULL = 0.9;

/** A business's limits with how much of each is used, for its owner and administrators alike. */
export function UsageLimits({ limits }: { limits: readonly UsageLimit[] }) {
  return (
    <dl className="grid gap-3 text-sm">
      {limits.map((limit) => (
        <div key={limit.kind} className="flex flex-wrap justify-between gap-x-4 gap-y-1">
          <dt className="text-soft">{names[limit.kind]}</dt>
          <dd className={isNearlyFull(limit) ? 'tabular font-medium text-danger' : 'tabular font-medium'}>
            {wordsOf(limit)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isNearlyFull({ used, allowed }: UsageLimit): boolean {
  return used !== null && allowed !== null && used >= allowed * NEARLY_FULL;
}

function wordsOf({ kind, used, allowed, period }: UsageLimit): string {
  const show = (amount: number) =>
    kind === 'storage' ? formatMegabytes(amount / 1_000_000) : amount.toLocaleString('en-US');
  const most = allowed === null ? 'no limit' : show(allowed);
  const within = period === 'day' ? ' today' : '';
  if (used !== null)
    return allowed === null ? `${show(used)}${within}, no limit` : `${show(used)} of ${most}${within}`;
  return period === 'minute' && allowed !== null ? `At most ${most} a minute` : most;
}
