import { type Refusal, useRefusals } from '@/api/admin';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Badge } from '@/ui/Badge';
import { ListCard } from './ListCard';

/** API calls that Stripe rejected or did not answer, with Stripe's reason. */
export function Refusals() {
  return (
    <ListCard
      of={useRefusals()}
      title="Failed Stripe Calls"
      description="The latest API calls that Stripe rejected or did not answer, with Stripe’s message. Declined cards are shown with their payments instead."
      names="failed calls"
      empty="No failed calls."
    >
      {(refusal) => <OneRefusal of={refusal} />}
    </ListCard>
  );
}

function OneRefusal({
  of: { at, call, account, business, isLive, code, providerCode, message, param, requestId, url },
}: {
  of: Refusal;
}) {
  const format = useFormat();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-48 font-medium">{formatMoment(format, at)}</p>
        {isLive ? null : <Badge>Test mode</Badge>}
        <Badge tone="yellow">{providerCode ?? code}</Badge>
      </div>
      <p className="wrap-anywhere">{message ?? 'Stripe did not answer.'}</p>
      <p className="wrap-anywhere text-faint">
        {[business ?? account ?? 'Your account', call, param === null ? '' : `Parameter ${param}`]
          .filter(Boolean)
          .join(', ')}
      </p>
      {url === null ? null : (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="wrap-anywhere rounded-sm font-medium text-link hover:underline"
        >
          Request {requestId}
        </a>
      )}
    </>
  );
}
