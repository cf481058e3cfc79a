import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { sentenceOf } from '@/api/errors';
import { showServerErrors } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { toast } from '@/ui/toast-store';

export interface SavedFormOptions<Form extends FieldValues, Saved, Change> {
  /** What was saved before. */
  saved: Saved;
  formOf: (saved: Saved) => Form;
  resolver: Resolver<NoInfer<Form>>;
  /** The part of the form to send. */
  changeOf: (input: Form, saved: Saved) => Change;
  save: {
    isPending: boolean;
    mutate: (
      change: Change,
      callbacks: { onSuccess: (answer: Saved) => void; onError: (error: Error) => void },
    ) => void;
  };
  /** The toast once it is saved. */
  done: { title: string; description: string };
  /** Lists whose rows show what is wrong with each of their fields. */
  rows?: readonly (keyof Form & string)[];
}

/** A form over what is saved: it sends what was changed, shows what holds then, and says at its field what was refused. */
export function useSavedForm<Form extends FieldValues, Saved, Change>({
  saved: initial,
  formOf,
  resolver,
  changeOf,
  save,
  done,
  rows = [],
}: SavedFormOptions<Form, Saved, Change>) {
  const [saved, setSaved] = useState(initial);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Form>({ resolver, defaultValues: formOf(saved) as DefaultValues<Form> });
  const submit = form.handleSubmit((input) => {
    setFailure(null);
    save.mutate(changeOf(input, saved), {
      onSuccess: (answer) => {
        setSaved(answer);
        form.reset(formOf(answer));
        toast(done);
      },
      onError: (error) => {
        setFailure(showServerErrors(form, error, rows));
        toast({ title: 'Update failed', description: sentenceOf(error), destructive: true });
      },
    });
  });
  return {
    form,
    submit,
    failure,
    /** Goes back to what is saved. */
    discard: () => {
      setFailure(null);
      form.reset(formOf(saved));
    },
    dirty: form.formState.isDirty,
    pending: save.isPending,
  };
}
