import { Laptop, Smartphone } from 'lucide-react';
import { useForgetDevice, useSecondFactor } from '@/api/second-factor';
import { MutationButton } from '@/components/MutationButton';
import { ago } from '@/lib/ago';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Badge } from '@/ui/Badge';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';
import { browserName, isPhone } from './browser-name';

/** Browsers that skip the second factor; hidden if there are none. */
export function RememberedDevices() {
  const format = useFormat();
  const devices = useSecondFactor().data?.devices ?? [];
  const forget = useForgetDevice();
  const now = new Date();
  if (devices.length === 0) {
    return null;
  }
  return (
    <Card id="remembered-devices" className="max-w-2xl">
      <CardHeader
        title="Remembered Devices"
        description="On these devices, you only need your password to sign in."
      />
      <CardBody className="pt-3">
        <ul>
          {devices.map(({ id, agent, usedAt, expiresAt, current }) => {
            const Icon = isPhone(agent) ? Smartphone : Laptop;
            return (
              <li
                key={id}
                className="flex flex-wrap items-start gap-3 border-line border-t py-3 first:border-t-0"
              >
                <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
                <div className="min-w-0 flex-1">
                  <p
                    className="flex flex-wrap items-center gap-2 font-medium text-sm"
                    title={agent ?? undefined}
                  >
                    {browserName(agent)} {current ? <Badge tone="green">This browser</Badge> : null}
                  </p>
                  <p className="text-faint text-sm">
                    Last used {ago(usedAt, now)} · expires {formatDay(format, expiresAt)}
                  </p>
                </div>
                <MutationButton
                  kind="secondary"
                  size="sm"
                  disabled={forget.isPending && forget.variables === id}
                  aria-label={`Forget ${browserName(agent)}`}
                  change={forget}
                  input={id}
                  failed="We couldn't forget this device"
                  onDone={() =>
                    toast({
                      title: 'This device will need a code next time',
                      description: browserName(agent),
                    })
                  }
                >
                  Forget
                </MutationButton>
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}
