import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { clockIn, labelOf, matching, timeZones } from '@/lib/time-zones';
import { Input } from '@/ui/Input';

export interface TimeZoneSelectProps {
  value: string;
  onChange: (name: string) => void;
}

/** A combobox of about four hundred time zones: typing filters the list, arrow keys move through it. */
export function TimeZoneSelect({ value, onChange }: TimeZoneSelectProps) {
  const format = useFormat();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const zones = useMemo(() => timeZones(value), [value]);
  const matches = useMemo(() => matching(zones, typed), [zones, typed]);
  const now = useMemo(() => (open ? new Date() : null), [open]);

  useEffect(() => {
    if (open) {
      list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
    }
  }, [open, active]);

  const show = () => {
    if (!open) {
      setTyped('');
      setActive(
        Math.max(
          0,
          zones.findIndex(({ name }) => name === value),
        ),
      );
      setOpen(true);
    }
  };
  const pick = (name: string | undefined) => {
    if (name !== undefined) {
      onChange(name);
      setOpen(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = matches.length - 1;
    const steps: Record<string, () => void> = {
      ArrowDown: () => (open ? setActive(Math.min(last, active + 1)) : show()),
      ArrowUp: () => (open ? setActive(Math.max(0, active - 1)) : show()),
      PageDown: () => open && setActive(Math.min(last, active + 8)),
      PageUp: () => open && setActive(Math.max(0, active - 8)),
      Enter: () => (open ? pick(matches[active]?.name) : show()),
      Escape: () => setOpen(false),
    };
    const step = steps[event.key];
    // When the list is closed, Escape is left to the surrounding dialog.
    if (step !== undefined && (open || event.key !== 'Escape')) {
      event.preventDefault();
      step();
    }
  };

  return (
    <div className="relative">
      <Input
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && matches[active] !== undefined ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={open ? labelOf(value) : undefined}
        value={open ? typed : labelOf(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={show}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className="cursor-pointer pr-9"
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-4 text-soft"
      />
      <div
        hidden={!open}
        className="absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-lg border border-line bg-raised shadow-pop"
      >
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Time zones"
          className="max-h-72 overflow-y-auto p-1"
        >
          {(open ? matches : []).map(({ name, label }, index) => (
            // The input keeps the focus and handles the keys; the pointer only selects.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
            // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant stands for the focus.
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={name === value}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(name)}
              className={cn(
                'flex cursor-pointer scroll-my-1 items-center gap-3 rounded-md px-2.5 py-2 text-sm',
                index === active ? 'bg-action-wash' : 'hover:bg-sunken',
              )}
            >
              <span className="min-w-0 flex-1">{label}</span>
              {index === active && now !== null ? (
                <span className="tabular text-soft text-xs">{clockIn(format, name, now)}</span>
              ) : null}
              {name === value ? <Check aria-hidden="true" className="size-4 shrink-0 text-link" /> : null}
            </div>
          ))}
        </div>
        {open && matches.length === 0 ? (
          <p role="status" className="px-3.5 pb-3 text-soft text-sm">
            No time zones match “{typed}”. Try the nearest big city.
          </p>
        ) : null}
      </div>
    </div>
  );
}
