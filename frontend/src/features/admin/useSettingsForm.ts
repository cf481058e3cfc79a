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
import { useServerForm } from '@/components/useServerForm';
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

/** State shared by the parts of a settings form. `Name` is the union of its field names. */
export interface SettingsState<Name extends string = string> {
  submit: SubmitEventHandler<HTMLFormElement>;
  failure: Failure | null;
  pending: boolean;
  dirty: boolean;
  register: (name: Name, options?: { valueAsNumber: true }) => UseFormRegisterReturn;
  faultOf: (name: Name) => string | undefined;
  /** Hint below a field: that the environment sets it, that a secret is stored, or the default hint. */
  hint: (name: Name, usual?: string) => string | undefined;
  isLocked: (name: Name) => boolean;
  /** Whether a secret is stored. Its value is never shown. */
  isSet: (name: Name) => boolean;
  /** Validates the form and passes the request body to `then`. */
  check: (then: (input: Record<string, unknown>) => void) => void;
  /** Shows the server's validation errors. */
  refuse: (error: Error) => void;
}

/** Form of one settings group: values, locked fields and saving. */
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
  const { submit, showErrors, failure, setFailure, pending } = useServerForm({
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
    refuse: showErrors,
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
      if (isLocked(field)) return 'Set by the server’s environment. You can’t change it here.';
      if (settings.unreadable.includes(field))
        return 'Stored, but it can’t be decrypted with the current key. Enter it again.';
      if (secrets.includes(field) && settings[group][field] === 'set')
        return 'Stored. Leave empty to keep it.';
      return usual;
    },
  };
}

/**
 * Add errors for required secrets that are neither stored nor entered. Values set by the environment are
 * neither sent nor validated.
 */
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
