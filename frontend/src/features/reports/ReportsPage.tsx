import { useSearchParams } from 'react-router';
import { useSignedInUser } from '@/api/user';
import { dayIn } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { PageHeader } from '@/ui/PageHeader';
import { RevenueReport } from './RevenueReport';
import { groupings, type ReportAddress, realDay } from './revenue';

/** Revenue, taxes and the books, as on the bookings page, for people who don't see bookings. */
export function ReportsPage() {
  usePageTitle('Reports');
  const user = useSignedInUser();
  const [params, setParams] = useSearchParams();
  const address: ReportAddress = {
    from: realDay(params.get('from') ?? ''),
    to: realDay(params.get('to') ?? ''),
    by: groupings.find((name) => name === params.get('by')) ?? 'month',
  };
  const change = (next: Partial<ReportAddress>) => {
    const { from, to, by } = { ...address, ...next };
    const shown = { from, to, by: by === 'month' ? '' : by };
    setParams(
      Object.entries(shown).filter(([, value]) => value !== ''),
      {
        replace: true,
        preventScrollReset: true,
      },
    );
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader title="Reports" />
      <RevenueReport
        address={address}
        today={dayIn(user.timeZone ?? 'UTC', new Date())}
        currency={user.currency ?? 'USD'}
        onChange={change}
      />
    </div>
  );
}
