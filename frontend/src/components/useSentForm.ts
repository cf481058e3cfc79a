import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Sendable } from '@/api/change';
import { sentenceOf } from '@/api/errors';
import { showServerErrors } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { toast } from '@/ui/toast-store';

export interface SentFormOptions<Fields extends FieldValues, Input, Sent, Saved> {
  form: UseFormReturn<Fields, unknown, Input>;
  save: Sendable<Sent, Saved>;
  sent: (input: Input) => Sent;
  onSaved: (saved: Saved, input: Input) => void;
  /** The title of a toast about a refusal, where there is one beside what the form shows. */
  failed?: string;
  /** Deals with a refusal that is none; true where it has. */
  onRefused?: (error: Error) => boolean;
  /** Lists whose rows show what is wrong with each of their fields. */
  rows?: readonly (keyof Fields & string)[];
}

/** What a form does on submit: it sends what was entered, and says at its field what was refused. */
export function useSentForm<Fields extends FieldValues, Input, Sent, Saved>({
  form,
  save,
  sent,
  onSaved,
  failed,
  onRefused = () => false,
  rows = [],
}: SentFormOptions<Fields, Input, Sent, Saved>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = form.handleSubmit((input) => {
    setFailure(null);
    save.mutate(sent(input), {
      onSuccess: (saved) => onSaved(saved, input),
      onError: (error) => {
        if (onRefused(error)) return;
        setFailure(showServerErrors(form, error, rows));
        if (failed !== undefined) toast({ title: failed, description: sentenceOf(error), destructive: true });
      },
    });
  });
  return { submit, failure, setFailure, pending: save.isPending };
}
