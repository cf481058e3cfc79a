import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { sentenceOf } from '@/api/errors';
import { showServerErrors } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { toast } from '@/ui/toast-store';

interface RecordFormOptions<Fields extends FieldValues, Input, Sent, Saved> {
  form: UseFormReturn<Fields, unknown, Input>;
  save: {
    isPending: boolean;
    mutate: (
      change: Sent,
      callbacks: { onSuccess: (saved: Saved) => void; onError: (error: Error) => void },
    ) => void;
  };
  sent: (input: Input) => Sent;
  /** The title of a toast about a refusal, where there is one beside what the form shows. */
  failed?: string;
  onSaved: (saved: Saved) => void | Promise<void>;
  /** Lists whose rows show what is wrong with each of their fields. */
  rows?: readonly (keyof Fields & string)[];
  /** Something else that is saved along. */
  more?: { pending: boolean; changed: boolean };
}

/** A dialog's form over one record: what it does on submit, and what the dialog shows meanwhile and after a refusal. */
export function useRecordForm<Fields extends FieldValues, Input, Sent, Saved>({
  form,
  save,
  sent,
  failed,
  onSaved,
  rows = [],
  more,
}: RecordFormOptions<Fields, Input, Sent, Saved>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    onSubmit: form.handleSubmit((input) => {
      setFailure(null);
      save.mutate(sent(input), {
        onSuccess: (saved) => void onSaved(saved),
        onError: (error) => {
          setFailure(showServerErrors(form, error, rows));
          if (failed !== undefined)
            toast({ title: failed, description: sentenceOf(error), destructive: true });
        },
      });
    }),
    pendingLabel: 'Saving...',
    error: failure,
    pending: save.isPending || more?.pending === true,
    unsaved: form.formState.isDirty || more?.changed === true,
  };
}
