import { Search } from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { cn } from '@/lib/cn';
import { Input } from './Input';

const typingPause = 250;

/** Search field with an icon; `className` applies to its wrapper. */
export function SearchInput({ className, ...input }: ComponentProps<'input'> & { 'aria-label': string }) {
  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
      <Input type="search" placeholder={`${input['aria-label']}...`} className="pl-9" {...input} />
    </div>
  );
}

export interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (q: string) => void;
}

/**
 * Search field that searches after a pause in typing, or immediately on blur. A later search would change the
 * URL while a form is open, which would then ask about unsaved changes.
 */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    // The URL changed elsewhere: by a link or the back button.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  const send = useCallback((typed: string) => {
    const query = typed.trim();
    if (query === sent.current) return;
    sent.current = query;
    search.current(query);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => send(text), typingPause);
    return () => clearTimeout(timer);
  }, [text, send]);
  return (
    <SearchInput
      aria-label={label}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => send(text)}
      className="min-w-52 flex-1 max-md:basis-full md:max-w-xs"
    />
  );
}
