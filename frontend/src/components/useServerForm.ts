/** Forms that send their input to the server and show its errors at their fields. */
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { sentenceOf } from '@/api/errors';
import { showServerErrors } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { toast } from '@/ui/toast-store';

interface FormMutationOptions<Fields extends FieldValues, Input, Sent, Saved> {
  form: UseFormReturn<Fields, unknown, Input>;
  save: Pick<UseMutationResult<Saved, Error, Sent>, 'mutate' | 'isPending'>;
  /** Title of an error toast in addition to the message in the form. */
  failed?: string;
  /** Handles errors that are none for the form; returns true if handled. */
  onRefused?: (error: Error) => boolean;
  /** Lists whose rows show errors at each field. */
  rows?: readonly (keyof Fields & string)[];
}

/** A mutation whose errors are shown at the fields of a form, and otherwise as its failure. */
export function useFormMutation<Fields extends FieldValues, Input, Sent, Saved>({
  form,
  save,
  failed,
  onRefused = () => false,
  rows = [],
}: FormMutationOptions<Fields, Input, Sent, Saved>) {
  const format = useFormat();
  const [failure, setFailure] = useState<Failure | null>(null);
  const showErrors = (error: Error) => setFailure(showServerErrors(format, form, error, rows));
  const refuse = (error: Error) => {
    if (onRefused(error)) return;
    showErrors(error);
    if (failed !== undefined) toast({ title: failed, description: sentenceOf(error), destructive: true });
  };
  return {
    send: (input: NoInfer<Sent>, onSaved: (saved: Saved) => void) => {
      setFailure(null);
      save.mutate(input, { onSuccess: onSaved, onError: refuse });
    },
    /** Show the errors of another call at the fields. */
    showErrors,
    failure,
    setFailure,
    pending: save.isPending,
  };
}

export interface ServerFormOptions<Fields extends FieldValues, Input, Sent, Saved>
  extends FormMutationOptions<Fields, Input, Sent, Saved> {
  sent: (input: Input) => NoInfer<Sent>;
  onSaved: (saved: Saved, input: Input) => void;
}

/** Submit handler of a form: sends the input and puts errors at their fields. */
export function useServerForm<Fields extends FieldValues, Input, Sent, Saved>({
  sent,
  onSaved,
  ...options
}: ServerFormOptions<Fields, Input, Sent, Saved>) {
  const { send, ...state } = useFormMutation(options);
  const submit = options.form.handleSubmit((input) => send(sent(input), (saved) => onSaved(saved, input)));
  return { submit, ...state };
}

interface RecordFormOptions<Fields extends FieldValues, Input, Sent, Saved>
  extends Omit<ServerFormOptions<Fields, Input, Sent, Saved>, 'onSaved' | 'onRefused'> {
  /** Toast after saving. */
  done: (saved: Saved) => Parameters<typeof toast>[0];
  onClose: () => void;
  /** Something else to save afterwards; if it fails, the dialog stays open. */
  more?: { pending: boolean; changed: boolean; save: (saved: Saved) => Promise<boolean> };
}

/** Props of a record's dialog whose form is sent to the server. */
export function useRecordForm<Fields extends FieldValues, Input, Sent, Saved>({
  done,
  onClose,
  more,
  ...options
}: RecordFormOptions<Fields, Input, Sent, Saved>) {
  const { submit, failure, pending } = useServerForm({
    ...options,
    onSaved: (saved: Saved) => {
      toast(done(saved));
      if (more === undefined) onClose();
      else void more.save(saved).then((complete) => complete && onClose());
    },
  });
  return {
    onClose,
    onSubmit: submit,
    pendingLabel: 'Saving...',
    error: failure,
    pending: pending || more?.pending === true,
    unsaved: options.form.formState.isDirty || more?.changed === true,
  };
}

export interface SavedFormOptions<Form extends FieldValues, Saved, Change>
  extends Pick<ServerFormOptions<Form, Form, Change, Saved>, 'save' | 'rows'> {
  /** The stored values. */
  saved: Saved;
  formOf: (saved: Saved) => Form;
  resolver: Resolver<NoInfer<Form>>;
  /** The part of the form to send. */
  changeOf: (input: Form, saved: Saved) => NoInfer<Change>;
  /** Toast after saving. */
  done: { title: string; description: string };
}

/** A form over stored settings: sends the changed values and shows the stored result. */
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
  const { submit, failure, setFailure, pending } = useServerForm<Form, Form, Change, Saved>({
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
