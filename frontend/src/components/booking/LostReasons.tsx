import type { LostReason } from '@/api/types';
import { cn } from '@/lib/cn';

/** Reasons why a request or quote was lost, in the order in which they are offered. */
export const lostReasonNames: Readonly<Record<LostReason, string>> = {
  price: 'Price',
  date: 'Date',
  letters: 'Missing Letters',
  far: 'Too Far',
  silent: 'No Reply',
  other: 'Other',
};
const reasons: readonly LostReason[] = ['price', 'date', 'letters', 'far', 'silent', 'other'];

interface LostReasonsProps {
  value: LostReason | null;
  disabled?: boolean;
  onChange: (reason: LostReason | null) => void;
}

/** Choice of why a request or quote was lost, in one tap. A second tap on the reason removes it. */
export function LostReasons({ value, disabled = false, onChange }: LostReasonsProps) {
  return (
    <fieldset disabled={disabled} className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Why Was It Lost? (Optional)</legend>
      <span className="flex flex-wrap gap-1.5">
        {reasons.map((reason) => (
          <button
            key={reason}
            type="button"
            aria-pressed={reason === value}
            onClick={() => onChange(reason === value ? null : reason)}
            className={cn(
              'h-9 cursor-pointer rounded-full border border-edge/60 bg-surface px-3.5 text-sm text-soft transition-colors hover:text-ink',
              'aria-pressed:border-link aria-pressed:bg-action-wash aria-pressed:font-medium aria-pressed:text-link',
              'disabled:cursor-default disabled:opacity-60',
            )}
          >
            {lostReasonNames[reason]}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
