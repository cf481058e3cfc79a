import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

export interface SaveBarProps {
  /** True while there is something to save. */
  dirty: boolean;
  pending: boolean;
  onDiscard: () => void;
}

/** The end of a long form: saves it, and stays in sight while there is something to save. Asks before that is lost. */
export function SaveBar({ dirty, pending, onDiscard }: SaveBarProps) {
  return (
    <div
      data-dirty={dirty || undefined}
      className="-mx-4 flex flex-wrap items-center gap-3 px-4 py-3 data-dirty:sticky data-dirty:bottom-0 data-dirty:z-10 data-dirty:border-line data-dirty:border-t data-dirty:bg-paper/95 data-dirty:backdrop-blur sm:mx-0 sm:px-0"
    >
      <Button type="submit" disabled={pending} aria-busy={pending}>
        {pending ? 'Saving...' : 'Save Changes'}
      </Button>
      {dirty ? (
        <Button kind="quiet" disabled={pending} onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <p role="status" className="text-soft text-sm max-sm:sr-only">
        {dirty ? 'Unsaved changes' : ''}
      </p>
      <LeaveGuard dirty={dirty} />
    </div>
  );
}

/** Asks before a page with unsaved changes is left: by a link, a tab, the back button or by closing it. */
function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      `${currentLocation.pathname}${currentLocation.search}` !==
        `${nextLocation.pathname}${nextLocation.search}`,
  );
  useEffect(() => {
    if (!dirty) {
      return undefined;
    }
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed here has not been saved yet."
      confirmLabel="Discard Changes"
      pendingLabel="Discarding..."
      cancelLabel="Keep Editing"
      onConfirm={() => blocker.proceed?.()}
      error={null}
      pending={false}
    />
  );
}
