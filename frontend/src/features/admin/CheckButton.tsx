import { useCheck } from '@/api/admin-mail';
import { Button } from '@/ui/Button';
import { OutcomeNote } from './OutcomeNote';
import type { SettingsState } from './useSettingsForm';

/** Tests what the form has, without saving it, and shows the result. */
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
        disabled={check.isPending || of.pending}
        aria-busy={check.isPending}
        onClick={() => {
          check.reset();
          of.check((input) => check.mutate(input, { onError: of.refuse }));
        }}
      >
        {check.isPending ? 'Checking...' : children}
      </Button>
      <div className="basis-full empty:hidden">
        <OutcomeNote outcome={check.data} />
      </div>
    </>
  );
}
