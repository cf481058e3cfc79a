import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from '@/ui/Button';
import { tellFailed } from './tell-failed';

interface MutationButtonProps<Input, Output>
  extends Omit<ComponentProps<typeof Button>, 'onClick' | 'pending' | 'type' | 'asChild'> {
  change: Pick<UseMutationResult<Output, Error, Input>, 'mutate' | 'isPending'>;
  input: NoInfer<Input>;
  /** Title of the error toast. */
  failed: string;
  onDone?: (output: Output) => void;
}

/** A button that sends a change when pressed, with a pending state. */
export function MutationButton<Input, Output>({
  change,
  input,
  failed,
  onDone,
  disabled,
  ...button
}: MutationButtonProps<Input, Output>) {
  return (
    <Button
      {...button}
      {...(disabled === undefined ? { pending: change.isPending } : { disabled })}
      onClick={() =>
        change.mutate(input, { onSuccess: (output) => onDone?.(output), onError: tellFailed(failed) })
      }
    />
  );
}
