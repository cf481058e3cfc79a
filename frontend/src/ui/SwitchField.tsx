import { useId } from 'react';
import { Switch } from './Switch';

export interface SwitchFieldProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its label and what it means, as one row. */
export function SwitchField({ label, hint, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 rounded-md border border-line bg-surface px-3 py-2.5">
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-medium text-sm">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={checked} onCheckedChange={onChange} />
    </div>
  );
}
