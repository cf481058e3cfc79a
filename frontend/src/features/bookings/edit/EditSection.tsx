import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '@/lib/cn';

/** Controls that can be focused. */
const CONTROLS = 'input:not([type=hidden]), select, textarea, button';

export interface EditSectionProps {
  title: string;
  /** The section's values on one line, shown while it is folded. */
  summary: string;
  /** The first error in the section. */
  fault: string | undefined;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** Name of the field to focus when the section opens, instead of its first one. */
  focusOn?: string | undefined;
  children: ReactNode;
}

/** A section of a form, folded to a line with its values. Its fields stay mounted, so that folding loses nothing. */
export function EditSection({ title, summary, fault, open, onToggle, focusOn, children }: EditSectionProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const wasOpen = useRef(false);
  const Chevron = open ? ChevronUp : ChevronDown;
  useEffect(() => {
    if (open && !wasOpen.current) {
      const named =
        focusOn === undefined ? null : box.current?.querySelector<HTMLElement>(`[name="${focusOn}"]`);
      const field = named ?? box.current?.querySelector<HTMLElement>(`div :is(${CONTROLS})`);
      field?.focus();
      // Typing replaces a time at once.
      if (field instanceof HTMLInputElement) field.select();
    }
    wasOpen.current = open;
  }, [open, focusOn]);
  return (
    <details
      ref={box}
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="border-line border-b last:border-b-0"
    >
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 rounded-sm py-2.5">
        <span className="w-20 shrink-0 font-medium text-sm">{title}</span>
        <span
          className={cn(
            'line-clamp-2 min-w-0 flex-1 break-words text-sm',
            fault === undefined ? 'text-soft' : 'text-danger',
          )}
        >
          {open ? null : (fault ?? summary)}
        </span>
        <Chevron aria-hidden="true" className="size-4 shrink-0 text-faint" />
      </summary>
      <div className="grid gap-4 pt-1 pb-5">{children}</div>
    </details>
  );
}
