import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from './Input';

const typingPause = 250;

export interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (q: string) => void;
}

/** A field that searches once the typing pauses. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    // The address has changed by itself: a link, or the back button.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      search.current(wanted);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="relative min-w-52 flex-1 max-md:basis-full md:max-w-xs">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-faint" />
      <Input
        type="search"
        aria-label={label}
        placeholder={`${label}...`}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}
