import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { type PlatformSettings, type SettingsGroup, useSaveSettings } from '@/api/admin';
import { sentenceOf } from '@/api/errors';
import { showServerErrors } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { toast } from '@/ui/toast-store';
import { fieldsOf, type SettingsForm, secrets, sentOf, settingsSchemas } from './settings-forms';

/** One group's form: its values, what locks or keeps them, and the way to save it. */
export function useSettingsForm<G extends SettingsGroup>(group: G, settings: PlatformSettings, name: string) {
  const save = useSaveSettings(group);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<SettingsForm<G>>({
    resolver: lenient<SettingsForm<G>>(
      zodResolver(settingsSchemas[group] as never) as never,
      settings.locked,
    ),
    defaultValues: fieldsOf<G>(settings[group]) as DefaultValues<SettingsForm<G>>,
  });
  const submit = form.handleSubmit((input) => {
    setFailure(null);
    save.mutate(sentOf(input, settings.locked), {
      onSuccess: (saved) => {
        form.reset(fieldsOf<G>(saved[group]));
        toast({ title: 'Success', description: `${name} saved.` });
      },
      onError: (error) => {
        setFailure(showServerErrors(form, error));
        toast({ title: 'Error', description: sentenceOf(error), destructive: true });
      },
    });
  });
  const isLocked = (field: string) => settings.locked.includes(field);
  return {
    form,
    submit,
    failure,
    pending: save.isPending,
    dirty: form.formState.isDirty,
    isLocked,
    /** What stands below a field: that the environment sets it, that a secret is set, or its usual hint. */
    hint: (field: string, usual?: string) => {
      if (isLocked(field)) return 'Set in the environment of the server. It cannot be changed here.';
      if (settings.unreadable.includes(field))
        return 'Set, but not readable with this key any more. Enter it again.';
      if (secrets.includes(field) && settings[group][field] === 'set') return 'Set. Leave empty to keep it.';
      return usual;
    },
  };
}

/** What the environment fixes is not sent, and so not judged. */
function lenient<Form extends FieldValues>(
  resolver: Resolver<Form>,
  locked: readonly string[],
): Resolver<Form> {
  return async (values, context, options) => {
    const judged = await resolver(values, context, options);
    const errors = Object.entries(judged.errors).filter(([name]) => !locked.includes(name));
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Form> };
  };
}
