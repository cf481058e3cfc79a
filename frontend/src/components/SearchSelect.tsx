import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { MANY_CHOICES, type SearchChoice, useChoiceSearch } from '@/booking-form/choice-search';
import { cn } from '@/lib/cn';
import { type RecentList, recentChoices, recentFirst, rememberChoice } from '@/lib/recent-choices';
import { Input, Options, Select } from '@/ui/Input';

interface SearchSelectProps {
  name?: string;
  value: string;
  /** The first option may be the empty choice. */
  options: readonly SearchChoice[];
  /** Values that are always listed. */
  always?: readonly string[];
  /** Remembers the choices, and lists those made last first. */
  recent?: RecentList;
  onChoose: (value: string) => void;
  onLeave?: () => void;
}

/** A native select for few options, else a searchable field. */
export function SearchSelect(props: SearchSelectProps) {
  const { name, value, options, always = [], recent, onLeave } = props;
  const onChoose = (chosen: string) => {
    if (recent !== undefined && !always.includes(chosen)) rememberChoice(recent, chosen);
    props.onChoose(chosen);
  };
  if (options.length > MANY_CHOICES) return <Search {...props} onChoose={onChoose} />;
  return (
    <Select name={name} value={value} onChange={(event) => onChoose(event.target.value)} onBlur={onLeave}>
      <Options of={options} />
    </Select>
  );
}

function Search({ name, value, options, always = [], recent, onChoose, onLeave }: SearchSelectProps) {
  const id = useId();
  const [latest] = useState(() => (recent === undefined ? [] : recentChoices(recent)));
  const search = useChoiceSearch({
    id,
    choices: recentFirst(options, latest, ([code]) => code),
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
              {search.input.value === '' && latest.includes(code) ? (
                <span className="ml-2 text-faint text-xs">Recent</span>
              ) : null}
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
