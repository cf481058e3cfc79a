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
  /** The toast once it is saved. */
  done: (saved: Saved) => Parameters<typeof toast>[0];
  onClose: () => void;
  /** Lists whose rows show what is wrong with each of their fields. */
  rows?: readonly (keyof Fields & string)[];
  /** Something else that is saved after it; the dialog stays where that could not be. */
  more?: { pending: boolean; changed: boolean; save: (saved: Saved) => Promise<boolean> };
}

/** A dialog's form over one record: what it does on submit, and what the dialog shows meanwhile and after a refusal. */
export function useRecordForm<Fields extends FieldValues, Input, Sent, Saved>({
  form,
  save,
  sent,
  failed,
  done,
  onClose,
  rows = [],
  more,
}: RecordFormOptions<Fields, Input, Sent, Saved>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    onClose,
    onSubmit: form.handleSubmit((input) => {
      setFailure(null);
      save.mutate(sent(input), {
        onSuccess: (saved) => {
          toast(done(saved));
          if (more === undefined) onClose();
          else void more.save(saved).then((complete) => complete && onClose());
        },
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
