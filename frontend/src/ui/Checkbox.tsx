import type { ReactNode } from 'react';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Checkbox and label as a single click target. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        className="size-4 shrink-0 cursor-pointer accent-action"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}
