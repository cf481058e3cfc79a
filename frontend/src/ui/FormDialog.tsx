import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import type { Failure } from '@/lib/failure';
import { Button } from './Button';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './Dialog';
import { FailureAlert } from './FailureAlert';
import { useUnsaved } from './UnsavedGuard';

interface FormProps {
  /** Submits the form without navigating. */
  onSubmit: (event: SubmitEvent) => unknown;
  submitLabel: string;
  pendingLabel: string;
  /** Error shown above the buttons, or null. Required so that no form omits it. */
  error: Failure | null;
  /** Action that resolves the error, if the form has one. */
  remedy?: ReactNode;
  /** Whether a request is in progress. Required so that no form omits it. */
  pending: boolean;
  /** Whether closing would lose input; the dialog then asks first. Required so that no form omits it. */
  unsaved: boolean;
  /** Content left of the buttons, such as a delete button. */
  aside?: ReactNode;
  children: ReactNode;
}

export interface FormDialogProps extends FormProps, Omit<DialogProps, 'children'> {}

/**
 * Base of all form dialogs: prevents double submission, closing while pending, silent failures and losing
 * unsaved input.
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
  /** Receives the close function that checks for unsaved input, for use by the surrounding dialog. */
  close: RefObject<(() => void) | null>;
  onClose: () => void;
}

/** Form without the dialog, for dialogs that load data before they can show a form. */
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
          // React passes the event on to the form of the page that opened the dialog.
          event.stopPropagation();
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
