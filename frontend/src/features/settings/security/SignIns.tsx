import { Laptop, Smartphone } from 'lucide-react';
import { type SignIn, useEndOtherSignIns, useSignIns } from '@/api/password';
import type { User } from '@/api/types';
import { ConfirmButton } from '@/components/ConfirmChange';
import { Loaded } from '@/components/Loaded';
import { ago } from '@/lib/ago';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';
import { browserName, isPhone } from './browser-name';

/** The user's active sessions, with a button to end all others (A1). */
export function SignIns({ user }: { user: User }) {
  return (
    <Loaded read={useSignIns()} what="Your sign-ins">
      {(signIns) => <SignInList signIns={signIns} timeZone={user.timeZone ?? undefined} />}
    </Loaded>
  );
}

function SignInList({ signIns, timeZone }: { signIns: readonly SignIn[]; timeZone: string | undefined }) {
  const format = useFormat();
  const others = signIns.filter(({ current }) => !current).length;
  const now = new Date();
  // The current browser comes first, then the most recently used.
  const sorted = [...signIns].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt),
  );
  return (
    <Card id="where-youre-signed-in" className="max-w-2xl">
      <CardHeader
        title="Where You're Signed In"
        description={
          others === 0
            ? "You're only signed in on this browser."
            : "If you don't recognize a browser, sign out the others and change your password."
        }
      />
      <CardBody className="grid gap-4 pt-3">
        <ul>
          {sorted.map(({ id, agent, createdAt, seenAt, current }) => {
            const Icon = isPhone(agent) ? Smartphone : Laptop;
            const since = timeZone === undefined ? createdAt : dayIn(timeZone, new Date(createdAt));
            return (
              <li key={id} className="flex items-start gap-3 border-line border-t py-3 first:border-t-0">
                <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
                <div className="min-w-0 flex-1">
                  <p className="font-medium text-sm" title={agent ?? undefined}>
                    {browserName(agent)}
                  </p>
                  <p className="text-faint text-sm">
                    {current ? 'Active now' : `Last active ${ago(seenAt, now)}`} · signed in{' '}
                    {formatDay(format, since)}
                  </p>
                </div>
                {current ? <Badge tone="green">This browser</Badge> : null}
              </li>
            );
          })}
        </ul>
        <ConfirmButton
          button={(ask) =>
            others === 0 ? null : (
              <Button kind="secondary" className="justify-self-start" onClick={ask}>
                Sign Out Other Browsers
              </Button>
            )
          }
          change={useEndOtherSignIns()}
          input={undefined}
          title="Sign out other browsers?"
          description={`${others === 1 ? 'The other browser' : `The ${others} other browsers`} will need to sign in again. You'll stay signed in here.`}
          confirmLabel="Sign Out"
          pendingLabel="Signing out..."
          onDone={() =>
            toast({ title: 'Other browsers signed out', description: "You're still signed in here." })
          }
        />
      </CardBody>
    </Card>
  );
}
