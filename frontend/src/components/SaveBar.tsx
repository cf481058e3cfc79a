import { Button } from '@/ui/Button';
import { UnsavedGuard } from '@/ui/UnsavedGuard';

export interface SaveBarProps {
  /** True while there are unsaved changes. */
  dirty: boolean;
  pending: boolean;
  onDiscard: () => void;
}

/** Sticky end of a long form with its save button. Warns before unsaved changes are lost. */
export function SaveBar({ dirty, pending, onDiscard }: SaveBarProps) {
  return (
    <div
      data-dirty={dirty || undefined}
      className="-mx-4 flex flex-wrap items-center gap-3 px-4 py-3 data-dirty:sticky data-dirty:bottom-0 data-dirty:z-10 data-dirty:border-line data-dirty:border-t data-dirty:bg-paper/95 data-dirty:backdrop-blur sm:mx-0 sm:px-0"
    >
      <Button type="submit" pending={pending} pendingLabel="Saving...">
        Save Changes
      </Button>
      {dirty ? (
        <Button kind="quiet" disabled={pending} onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <p role="status" className="text-soft text-sm max-sm:sr-only">
        {dirty ? 'Unsaved changes' : ''}
      </p>
      <UnsavedGuard dirty={dirty} />
    </div>
  );
}
