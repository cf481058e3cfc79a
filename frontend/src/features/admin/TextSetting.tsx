import type { ComponentProps } from 'react';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import type { SettingsState } from './useSettingsForm';

interface TextSettingProps<Name extends string> extends Omit<ComponentProps<'input'>, 'form' | 'name'> {
  /** The form that it belongs to. */
  of: SettingsState<Name>;
  name: Name;
  label: string;
  hint?: string;
}

/**
 * One line of a settings form: a text, a number or a secret. What the environment fixes cannot be typed into; a secret
 * that is set shows dots, never itself.
 */
export function TextSetting<Name extends string>({
  of,
  name,
  label,
  hint,
  required = false,
  ...props
}: TextSettingProps<Name>) {
  const number = props.type === 'number';
  return (
    <Field label={label} error={of.faultOf(name)} hint={of.hint(name, hint)} required={required}>
      <Input
        autoComplete={props.type === 'password' ? 'new-password' : 'off'}
        readOnly={of.isLocked(name)}
        {...(of.isSet(name) && { placeholder: '••••••••••••' })}
        {...(number && { inputMode: props.step === '0.01' ? 'decimal' : 'numeric', className: 'tabular' })}
        {...props}
        {...of.register(name, number ? { valueAsNumber: true } : undefined)}
      />
    </Field>
  );
}
