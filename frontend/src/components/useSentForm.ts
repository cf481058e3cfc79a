import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { sentenceOf } from '@/api/errors';
import { showServerErrors } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { toast } from '@/ui/toast-store';

export interface SentFormOptions<Fields extends FieldValues, Input, Sent, Saved> {
  form: UseFormReturn<Fields, unknown, Input>;
  save: Pick<UseMutationResult<Saved, Error, Sent>, 'mutate' | 'isPending'>;
  sent: (input: Input) => NoInfer<Sent>;
  onSaved: (saved: Saved, input: Input) => void;
  /** Title of an error toast in addition to the message in the form. */
  failed?: string;
  /** Handles errors that are none for the form; returns true if handled. */
  onRefused?: (error: Error) => boolean;
  /** Lists whose rows show errors at each field. */
  rows?: readonly (keyof Fields & string)[];
}

/** Submit handler of a form: sends the input and puts errors at their fields. */
export function useSentForm<Fields extends FieldValues, Input, Sent, Saved>({
  form,
  save,
  sent,
  onSaved,
  failed,
  onRefused = () => false,
  rows = [],
}: SentFormOptions<Fields, Input, Sent, Saved>) {
  const format = useFormat();
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = form.handleSubmit((input) => {
    setFailure(null);
    save.mutate(sent(input), {
      onSuccess: (saved) => onSaved(saved, input),
      onError: (error) => {
        if (onRefused(error)) return;
        setFailure(showServerErrors(format, form, error, rows));
        if (failed !== undefined) toast({ title: failed, description: sentenceOf(error), destructive: true });
      },
    });
  });
  return { submit, failure, setFailure, pending: save.isPending };
}
