import { useUsage } from '@/api/businesses';
import { Loaded } from '@/components/Loaded';
import { UsageLimits } from '@/components/UsageLimits';
import { Card, CardBody, CardHeader } from '@/ui/Card';

/** The business's limits and how much of each is used. */
export function UsageCard() {
  return (
    <Loaded read={useUsage()} what="Your usage">
      {({ slowed, limits }) => (
        <Card id="usage" className="max-w-2xl">
          <CardHeader title="Usage" description="Limits keep one business from slowing down the others." />
          <CardBody className="grid gap-4">
            {slowed ? (
              <p className="rounded-lg border border-amber-line bg-amber-wash p-4 text-pretty text-sm">
                An administrator has lowered your request limit. Contact them for details.
              </p>
            ) : null}
            <UsageLimits limits={limits} />
          </CardBody>
        </Card>
      )}
    </Loaded>
  );
}
