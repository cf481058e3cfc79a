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
    <Card className="max-w-2xl">
      <CardHeader
        title="Where You Are Signed In"
        description={
          others === 0
            ? 'Only in this browser.'
            : "If you don't recognize one of these, sign out other browsers and change your password."
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
                    {current ? 'In use now' : `Last used ${ago(seenAt, now)}`} · since{' '}
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
          description={`${others === 1 ? 'One other browser has' : `${others} other browsers have`} to sign in again. You stay signed in here.`}
          confirmLabel="Sign Out"
          pendingLabel="Signing out..."
          onDone={() =>
            toast({ title: 'Signed out elsewhere', description: 'You are now signed in only here.' })
          }
        />
      </CardBody>
    </Card>
  );
}
