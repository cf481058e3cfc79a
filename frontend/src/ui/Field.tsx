import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from '@/lib/cn';

interface FieldState {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldState | null>(null);

/** Attributes that connect a control to its Field's label, hint and error. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  return field === null
    ? {}
    : {
        id: field.id,
        'aria-describedby': field.describedBy,
        'aria-invalid': field.invalid || undefined,
        'aria-required': field.required || undefined,
      };
}

export interface FieldProps {
  label: string;
  children: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
}

/** Label, one control, and below it the error, or the hint if there is no error. */
export function Field({ label, children, error, hint, required = false, className }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  const invalid = error !== undefined && error !== '';
  const noted = invalid || hint !== undefined;
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-ink text-sm">
        {label}
      </label>
      <FieldContext value={{ id, describedBy: noted ? note : undefined, invalid, required }}>
        {children}
      </FieldContext>
      {noted ? (
        <p id={note} className={cn('text-sm', invalid ? 'text-danger' : 'text-faint')}>
          {invalid ? error : hint}
        </p>
      ) : null}
    </div>
  );
}
