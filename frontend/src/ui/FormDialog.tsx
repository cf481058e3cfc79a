import type { ReactNode, SubmitEventHandler } from 'react';
import type { Failure } from '@/lib/failure';
import { Button } from './Button';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './Dialog';
import { FailureAlert } from './FailureAlert';
import { useUnsaved } from './UnsavedGuard';

export interface FormDialogProps extends DialogProps {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  submitLabel: string;
  pendingLabel: string;
  /** Shown above the buttons; null when nothing went wrong. Required, so that no form can forget it. */
  error: Failure | null;
  /** True while the server is asked. Required for the same reason. */
  pending: boolean;
  /** True while it holds something that closing would lose; then closing asks. Required for the same reason. */
  unsaved: boolean;
  /** What stands left of the buttons, such as a way to remove the record. */
  aside?: ReactNode;
}

/**
 * The shell of every form in a dialog: it cannot be sent twice, closed while sending, fail in silence, or lose what was
 * typed without asking.
 */
export function FormDialog({
  onSubmit,
  submitLabel,
  pendingLabel,
  error,
  pending,
  unsaved,
  aside,
  onOpenChange,
  children,
  ...dialog
}: FormDialogProps) {
  const { leave, question } = useUnsaved(unsaved);
  const change = (open: boolean) => {
    if (open) onOpenChange(true);
    else if (!pending) leave(() => onOpenChange(false));
  };
  return (
    <Dialog onOpenChange={change} {...dialog}>
      <form onSubmit={onSubmit} noValidate className="flex min-h-0 flex-1 flex-col">
        <DialogBody>{children}</DialogBody>
        {error === null ? null : (
          <div className="px-5 pb-4">
            <FailureAlert failure={error} />
          </div>
        )}
        <DialogFooter>
          {aside === undefined ? null : <div className="mr-auto">{aside}</div>}
          <Button kind="secondary" disabled={pending} className="max-sm:hidden" onClick={() => change(false)}>
            Cancel
          </Button>
          <Button type="submit" disabled={pending} aria-busy={pending}>
            {pending ? pendingLabel : submitLabel}
          </Button>
        </DialogFooter>
      </form>
      {question}
    </Dialog>
  );
}
