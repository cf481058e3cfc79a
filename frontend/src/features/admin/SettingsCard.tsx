import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { UnsavedGuard } from '@/ui/UnsavedGuard';
import type { SettingsState } from './useSettingsForm';

export interface SettingsCardProps {
  of: SettingsState<never>;
  title: string;
  description: string;
  /** Label of the save button, such as "Save General Settings". */
  submitLabel: string;
  /** Content beside the save button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Form of one settings tab, with its own save button. */
export function SettingsCard({ of, title, description, submitLabel, aside, children }: SettingsCardProps) {
  return (
    <form onSubmit={of.submit} noValidate className="max-w-2xl">
      <Card>
        <CardHeader title={title} description={description} />
        <CardBody className="grid gap-5">
          {children}
          <FailureAlert failure={of.failure} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={of.pending} pendingLabel="Saving...">
              {submitLabel}
            </Button>
            {aside}
          </div>
        </CardBody>
      </Card>
      <UnsavedGuard dirty={of.dirty} />
    </form>
  );
}

interface TextSettingProps<Name extends string> extends Omit<ComponentProps<'input'>, 'form' | 'name'> {
  /** State of the form the field belongs to. */
  of: SettingsState<Name>;
  name: Name;
  label: string;
  hint?: string;
}

/**
 * Text, number or secret field of a settings form. Read-only if the environment sets the value. A stored
 * secret shows as dots.
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
