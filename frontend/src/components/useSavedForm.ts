import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { toast } from '@/ui/toast-store';
import { type SentFormOptions, useSentForm } from './useSentForm';

export interface SavedFormOptions<Form extends FieldValues, Saved, Change>
  extends Pick<SentFormOptions<Form, Form, Change, Saved>, 'save' | 'rows'> {
  /** The stored values. */
  saved: Saved;
  formOf: (saved: Saved) => Form;
  resolver: Resolver<NoInfer<Form>>;
  /** The part of the form to send. */
  changeOf: (input: Form, saved: Saved) => NoInfer<Change>;
  /** Toast after saving. */
  done: { title: string; description: string };
}

/**
 * A form over stored settings: sends the changed values, shows the stored result, and puts errors at their
 * fields.
 */
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
  const form = useForm<Form>({ resolver, defaultValues: formOf(saved) as DefaultValues<Form> });
  const { submit, failure, setFailure, pending } = useSentForm<Form, Form, Change, Saved>({
    form,
    save,
    sent: (input) => changeOf(input, saved),
    failed: 'Update failed',
    rows,
    onSaved: (answer) => {
      setSaved(answer);
      form.reset(formOf(answer));
      toast(done);
    },
  });
  return {
    form,
    submit,
    failure,
    /** Revert to the stored values. */
    discard: () => {
      setFailure(null);
      form.reset(formOf(saved));
    },
    dirty: form.formState.isDirty,
    pending,
  };
}
