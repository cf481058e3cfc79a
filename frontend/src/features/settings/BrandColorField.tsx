import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';

const DEFAULT_COLOR = '#4f46e5';

interface BrandColorFieldProps {
  /** As #rrggbb; empty for the default color. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The business's color, picked or typed. */
export function BrandColorField({ value, onChange, error }: BrandColorFieldProps) {
  return (
    <Field label="Brand Color" error={error} hint="Leave it empty for our indigo.">
      <div className="flex gap-2">
        <input
          type="color"
          aria-label="Pick the brand color"
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : DEFAULT_COLOR}
          onChange={(event) => onChange(event.target.value)}
          className="h-10 w-12 shrink-0 cursor-pointer rounded-md border border-edge/70 bg-raised p-1"
        />
        <Input
          value={value}
          spellCheck={false}
          placeholder={DEFAULT_COLOR}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </div>
    </Field>
  );
}
