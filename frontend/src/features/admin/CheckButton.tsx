import { CircleAlert, CircleCheck } from 'lucide-react';
import type { Outcome } from '@/api/admin-mail';
import { useCheck } from '@/api/admin-mail';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';
import type { SettingsState } from './useSettingsForm';

/** Result of a test, shown next to the button that ran it. Empty until a test has run. */
export function OutcomeNote({ outcome }: { outcome: Outcome | null | undefined }) {
  const Icon = outcome?.ok ? CircleCheck : CircleAlert;
  return (
    <div role="status">
      {outcome ? (
        <p
          className={cn(
            'flex items-start gap-2.5 rounded-md px-3.5 py-2.5 text-sm',
            outcome.ok ? 'bg-good-wash' : 'bg-danger-wash',
          )}
        >
          <Icon
            aria-hidden="true"
            className={cn('mt-0.5 size-4 shrink-0', outcome.ok ? 'text-good' : 'text-danger')}
          />
          <span className="wrap-anywhere min-w-0">{outcome.sentence}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Tests the values in the form without saving them and shows the result. */
export function CheckButton({
  of,
  group,
  children,
}: {
  of: SettingsState<never>;
  group: 'email' | 'payments';
  children: string;
}) {
  const check = useCheck(group);
  return (
    <>
      <Button
        kind="secondary"
        disabled={of.pending}
        pending={check.isPending}
        pendingLabel="Checking..."
        onClick={() => {
          check.reset();
          of.check((input) => check.mutate(input, { onError: of.refuse }));
        }}
      >
        {children}
      </Button>
      <div className="basis-full empty:hidden">
        <OutcomeNote outcome={check.data} />
      </div>
    </>
  );
}
