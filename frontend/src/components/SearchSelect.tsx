import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { MANY_CHOICES, type SearchChoice, useChoiceSearch } from '@/booking-form/choice-search';
import { cn } from '@/lib/cn';
import { Input, Options, Select } from '@/ui/Input';

interface SearchSelectProps {
  name: string;
  value: string;
  /** The first option may be the empty choice. */
  options: readonly SearchChoice[];
  /** Values that are always listed. */
  always: readonly string[];
  onChoose: (value: string) => void;
  onLeave?: () => void;
}

/** A native select for few options, else a searchable field. */
export function SearchSelect(props: SearchSelectProps) {
  const { name, value, options, onChoose, onLeave } = props;
  if (options.length > MANY_CHOICES) return <Search {...props} />;
  return (
    <Select name={name} value={value} onChange={(event) => onChoose(event.target.value)} onBlur={onLeave}>
      <Options of={options} />
    </Select>
  );
}

function Search({ name, value, options, always, onChoose, onLeave }: SearchSelectProps) {
  const id = useId();
  const search = useChoiceSearch({
    id,
    choices: options,
    always,
    value,
    onChoose,
    onLeave: () => onLeave?.(),
  });
  const matchCount = search.shown.filter(([code]) => !always.includes(code)).length;
  return (
    <span className="relative block">
      <Input name={name} {...search.input} className="pr-9" placeholder="Type to search" />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-4 text-soft"
      />
      {search.open ? (
        <ul
          {...search.list}
          aria-label="Choices"
          className="absolute inset-x-0 top-full z-40 mt-1.5 max-h-72 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-sm shadow-pop"
        >
          {search.shown.map(([code, text], index) => (
            <li
              key={code}
              {...search.option(index)}
              className={cn(
                'cursor-pointer break-words rounded-md px-2.5 py-2 aria-selected:font-medium hover:bg-sunken',
                index === search.active && 'bg-action-wash',
              )}
            >
              {text}
            </li>
          ))}
          {matchCount === 0 ? (
            <li role="presentation" className="px-2.5 py-2 text-faint">
              No matches.
            </li>
          ) : null}
        </ul>
      ) : null}
    </span>
  );
}
