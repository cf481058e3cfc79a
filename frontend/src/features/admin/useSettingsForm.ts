import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEventHandler } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { type PlatformSettings, type SettingsGroup, useSaveSettings } from '@/api/admin';
import { showServerErrors } from '@/api/form-errors';
import { useSentForm } from '@/components/useSentForm';
import type { Failure } from '@/lib/failure';
import { toast } from '@/ui/toast-store';
import {
  fieldsOf,
  requiredSecrets,
  type SettingsForm,
  secrets,
  sentOf,
  settingsSchemas,
} from './settings-forms';

/** What the parts of a settings form take from it; ``Name`` are its fields. */
export interface SettingsState<Name extends string = string> {
  submit: SubmitEventHandler<HTMLFormElement>;
  failure: Failure | null;
  pending: boolean;
  dirty: boolean;
  register: (name: Name, options?: { valueAsNumber: true }) => UseFormRegisterReturn;
  faultOf: (name: Name) => string | undefined;
  /** The line below a field: that the environment sets it, that a secret is set, or its usual hint. */
  hint: (name: Name, usual?: string) => string | undefined;
  isLocked: (name: Name) => boolean;
  /** Whether a secret is set, which is never shown. */
  isSet: (name: Name) => boolean;
  /** Hands what would be saved to ``then``, once the form is sound. */
  check: (then: (input: Record<string, unknown>) => void) => void;
  /** Shows what the server refused. */
  refuse: (error: Error) => void;
}

/** One group's form: its values, what locks or keeps them, and the way to save it. */
export function useSettingsForm<G extends SettingsGroup>(
  group: G,
  settings: PlatformSettings,
  name: string,
): SettingsState<Path<SettingsForm<G>>> & { form: UseFormReturn<SettingsForm<G>> } {
  const form = useForm<SettingsForm<G>>({
    resolver: withSecrets<SettingsForm<G>>(
      zodResolver(settingsSchemas[group] as never) as never,
      (field) => settings[group][field] === 'set' && !settings.unreadable.includes(field),
      settings.locked,
    ),
    defaultValues: fieldsOf<G>(settings[group]) as DefaultValues<SettingsForm<G>>,
  });
  const { submit, failure, setFailure, pending } = useSentForm({
    form,
    save: useSaveSettings(group),
    sent: (input: SettingsForm<G>) => sentOf(input, settings.locked),
    failed: 'Error',
    onSaved: (saved) => {
      form.reset(fieldsOf<G>(saved[group]));
      toast({ title: 'Success', description: `${name} saved.` });
    },
  });
  const isLocked = (field: string) => settings.locked.includes(field);
  return {
    form,
    submit,
    failure,
    refuse: (error) => setFailure(showServerErrors(form, error)),
    register: (field, options) => form.register(field, options),
    faultOf: (field) => form.getFieldState(field, form.formState).error?.message,
    check: (then) => {
      setFailure(null);
      void form.handleSubmit((input) => then(sentOf(input, settings.locked)))();
    },
    pending,
    dirty: form.formState.isDirty,
    isLocked,
    isSet: (field) => secrets.includes(field) && settings[group][field] === 'set',
    hint: (field, usual) => {
      if (isLocked(field)) return 'Set in the environment of the server. It cannot be changed here.';
      if (settings.unreadable.includes(field))
        return 'Set, but not readable with this key any more. Enter it again.';
      if (secrets.includes(field) && settings[group][field] === 'set') return 'Set. Leave empty to keep it.';
      return usual;
    },
  };
}

/** Adds required secrets that are neither set nor typed. Values that the environment sets are not sent, nor checked. */
function withSecrets<Form extends FieldValues>(
  resolver: Resolver<Form>,
  isSet: (field: string) => boolean,
  locked: readonly string[],
): Resolver<Form> {
  return async (values, context, options) => {
    const judged = await resolver(values, context, options);
    const missing = Object.entries(requiredSecrets)
      .filter(([name]) => values[name] === '' && !isSet(name))
      .map(([name, message]) => [name, { type: 'required', message }] as const);
    const errors = [...Object.entries(judged.errors), ...missing].filter(([name]) => !locked.includes(name));
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Form> };
  };
}
