import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import type { Failure } from '@/lib/failure';
import { Button } from './Button';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './Dialog';
import { FailureAlert } from './FailureAlert';
import { useUnsaved } from './UnsavedGuard';

interface FormProps {
  /** Sends what was entered; the page stays where it is. */
  onSubmit: (event: SubmitEvent) => unknown;
  submitLabel: string;
  pendingLabel: string;
  /** Shown above the buttons; null when nothing went wrong. Required, so that no form can forget it. */
  error: Failure | null;
  /** What can be done about it, where the form itself knows. */
  remedy?: ReactNode;
  /** True while the server is asked. Required for the same reason. */
  pending: boolean;
  /** True while it holds something that closing would lose; then closing asks. Required for the same reason. */
  unsaved: boolean;
  /** Shown left of the buttons, such as a way to remove the record. */
  aside?: ReactNode;
  children: ReactNode;
}

export interface FormDialogProps extends FormProps, Omit<DialogProps, 'children'> {}

/**
 * The shell of every form in a dialog: it cannot be sent twice, closed while sending, fail in silence, or lose what was
 * typed without asking.
 */
export function FormDialog({ onClose, title, description, className, ...form }: FormDialogProps) {
  const close = useRef<(() => void) | null>(null);
  return (
    <Dialog onClose={() => close.current?.()} title={title} description={description} className={className}>
      <DialogForm close={close} onClose={onClose} {...form} />
    </Dialog>
  );
}

export interface DialogFormProps extends FormProps {
  /** Filled with the way to close that asks first; the dialog around uses it while the form is there. */
  close: RefObject<(() => void) | null>;
  onClose: () => void;
}

/** The form alone, for a dialog that has to load something before there can be one. */
export function DialogForm({
  close,
  onClose,
  onSubmit,
  submitLabel,
  pendingLabel,
  error,
  remedy,
  pending,
  unsaved,
  aside,
  children,
}: DialogFormProps) {
  const { leave, question } = useUnsaved(unsaved);
  const closeOrAsk = () => {
    if (!pending) leave(onClose);
  };
  useEffect(() => {
    close.current = closeOrAsk;
    return () => {
      close.current = null;
    };
  });
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
        noValidate
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody>{children}</DialogBody>
        {error === null ? null : (
          <div className="px-5 pb-4">
            <FailureAlert failure={error} remedy={remedy} />
          </div>
        )}
        <DialogFooter>
          {aside === undefined ? null : <div className="mr-auto">{aside}</div>}
          <Button kind="secondary" disabled={pending} className="max-sm:hidden" onClick={closeOrAsk}>
            Cancel
          </Button>
          <Button type="submit" pending={pending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
      {question}
    </>
  );
}
