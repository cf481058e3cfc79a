import { type ReactNode, useState } from 'react';
import type { Sendable } from '@/api/change';
import { sentenceOf } from '@/api/errors';
import { refusalOf } from '@/api/form-errors';
import { ConfirmDialog, type ConfirmDialogProps } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast-store';

interface ConfirmChangeProps<Input, Output>
  extends Omit<ConfirmDialogProps, 'onConfirm' | 'error' | 'pending'> {
  change: Sendable<Input, Output> & { error: Error | null; reset: () => void };
  input: Input;
  /** The title of a toast about a refusal, where there is one beside what the question shows. */
  failed?: string;
  /** What comes of it, once the question is closed. */
  onDone?: (output: Output) => void;
}

/** Asks before a change is sent. A refusal stays until the question is closed. */
export function ConfirmChange<Input, Output>({
  change,
  input,
  failed,
  onDone,
  onClose,
  ...words
}: ConfirmChangeProps<Input, Output>) {
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
      error={refusalOf(change.error)}
      pending={change.isPending}
    />
  );
}

interface AskFirstProps<Input, Output> extends Omit<ConfirmChangeProps<Input, Output>, 'open' | 'onClose'> {
  /** The button, with what asks. */
  button: (ask: () => void) => ReactNode;
}

/** A button that asks before its change is sent. */
export function AskFirst<Input, Output>({ button, ...question }: AskFirstProps<Input, Output>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {button(() => setAsking(true))}
      <ConfirmChange {...question} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}
