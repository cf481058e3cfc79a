import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { useFormat } from '@/lib/format';
import { ConfirmDialog, type ConfirmDialogProps } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast-store';

interface ConfirmChangeProps<Input, Output>
  extends Omit<ConfirmDialogProps, 'onConfirm' | 'error' | 'pending'> {
  change: Pick<UseMutationResult<Output, Error, Input>, 'mutate' | 'isPending' | 'error' | 'reset'>;
  input: NoInfer<Input>;
  /** Title of an error toast in addition to the message in the dialog. */
  failed?: string;
  /** Called with the result after the dialog has closed. */
  onDone?: (output: Output) => void;
}

/** Asks for confirmation before a change is sent. An error stays until the dialog is closed. */
export function ConfirmChange<Input, Output>({
  change,
  input,
  failed,
  onDone,
  onClose,
  ...words
}: ConfirmChangeProps<Input, Output>) {
  const format = useFormat();
  return (
    <ConfirmDialog
      {...words}
      onClose={() => {
        change.reset();
        onClose();
      }}
      onConfirm={() =>
        change.mutate(input, {
          onSuccess: (output) => {
            onClose();
            onDone?.(output);
          },
          onError: (error) => {
            if (failed !== undefined)
              toast({ title: failed, description: sentenceOf(error), destructive: true });
          },
        })
      }
      error={refusalOf(format, change.error)}
      pending={change.isPending}
    />
  );
}

interface ConfirmButtonProps<Input, Output>
  extends Omit<ConfirmChangeProps<Input, Output>, 'open' | 'onClose'> {
  /** The trigger button, given a function that opens the dialog. */
  button: (ask: () => void) => ReactNode;
}

/** A button that asks for confirmation before its change is sent. */
export function ConfirmButton<Input, Output>({ button, ...question }: ConfirmButtonProps<Input, Output>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {button(() => setAsking(true))}
      <ConfirmChange {...question} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}
