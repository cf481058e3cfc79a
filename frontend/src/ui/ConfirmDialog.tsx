import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import type { Failure } from '@/lib/failure';
import { Button } from './Button';
import { overlay } from './Dialog';
import { FailureAlert } from './FailureAlert';
import { useFocusReturn } from './focus-return';

export interface ConfirmDialogProps {
  /** Whether the dialog is open; if omitted, it is open while mounted. */
  open?: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** Additional fields between the description and the buttons. */
  children?: ReactNode;
  /** False if the action destroys nothing. */
  destructive?: boolean;
  confirmLabel: string;
  pendingLabel: string;
  /** Label of the cancel button, for dialogs where "Cancel" could be read as the action itself. */
  cancelLabel?: string;
  onConfirm: () => void;
  error: Failure | null;
  pending: boolean;
}

/** Confirmation before a destructive action. Stays open until the server responds and shows its error. */
export function ConfirmDialog({
  open = true,
  onClose,
  title,
  description,
  children,
  destructive = true,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  error,
  pending,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={() => pending || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...focusReturn}
          className="fixed inset-x-0 bottom-0 z-50 grid max-h-[94dvh] animate-rise gap-4 overflow-y-auto rounded-t-xl border border-line bg-paper p-5 text-ink shadow-pop sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-3rem)] sm:max-w-md sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"
        >
          <div>
            <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
            <Radix.Description className="mt-1 text-soft text-sm">{description}</Radix.Description>
          </div>
          {children}
          <FailureAlert failure={error} />
          <div className="flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button kind="secondary" disabled={pending}>
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            <Button
              kind={destructive ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={pendingLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
