import { Link } from 'react-router';
import { usePictureStorage } from '@/api/business';
import { Loaded } from '@/components/Loaded';
import { paths } from '@/lib/paths';
import { formatMegabytes } from '@/lib/plan';
import { Card, CardBody, CardHeader } from '@/ui/Card';

const NEARLY_FULL = 90;

/** The storage used by the business's pictures, and its limit. */
export function StorageCard() {
  return (
    <Loaded read={usePictureStorage()} what="Your picture storage">
      {({ usedBytes, allowedBytes, ownerMustConfirm }) => (
        <Card id="picture-storage" className="max-w-2xl">
          <CardHeader
            title="Picture Storage"
            description="Your logo, and photos of items, packages, deliveries, pickups and repairs."
          />
          <CardBody className="grid gap-3">
            <Usage used={usedBytes} allowed={allowedBytes} />
            {ownerMustConfirm ? (
              <p className="rounded-lg border border-amber-line bg-amber-wash p-4 text-pretty text-sm">
                You can upload pictures once the owner confirms their email address by opening the link we
                emailed them.
              </p>
            ) : null}
          </CardBody>
        </Card>
      )}
    </Loaded>
  );
}

function Usage({ used, allowed }: { used: number; allowed: number | null }) {
  const inUse = formatMegabytes(used / 1_000_000);
  if (allowed === null) {
    return <p className="tabular text-sm">Storage: {inUse}</p>;
  }
  const percent = Math.min(100, Math.floor((used / allowed) * 100));
  const words = `${inUse} of ${formatMegabytes(allowed / 1_000_000)}`;
  return (
    <>
      <p className="tabular text-sm">Storage: {words}</p>
      <div
        role="progressbar"
        aria-label="Picture storage"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="h-3 overflow-hidden rounded-full border border-edge/60 bg-sunken"
      >
        <div
          className={`h-full rounded-full ${percent >= NEARLY_FULL ? 'bg-danger-fill' : 'bg-action'}`}
          style={{ width: `${percent}%` }}
        />
      </div>
      {percent >= NEARLY_FULL ? (
        <p className="text-pretty text-sm">
          Remove pictures you no longer need, or{' '}
          <Link to={paths.subscription} className="font-medium text-link underline underline-offset-2">
            choose a plan with more storage
          </Link>
          .
        </p>
      ) : null}
    </>
  );
}
