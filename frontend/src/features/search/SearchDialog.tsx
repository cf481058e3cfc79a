import { Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { sentenceOf } from '@/api/errors';
import { useInventory } from '@/api/inventory';
import { can } from '@/api/rights';
import { useSearch } from '@/api/search';
import type { User } from '@/api/types';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { overlay } from '@/ui/Dialog';
import { Spinner } from '@/ui/Spinner';
import { keepForToasts } from '@/ui/Toaster';
import { type Entry, groupsFor, placesFor, repairsFor, reportedWords } from './results';

const typingPause = 200;

/** The typed text, once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Global search of the business's data: arrow keys select, Enter opens. */
export function SearchDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const q = usePaused(typed.trim());
  const search = useSearch(q);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const waiting = typed.trim() !== '' && (typed.trim() !== q || search.isFetching);
  const entryGroups = q === '' || search.data === undefined ? [] : groupsFor(format, q, search.data);
  const places = placesFor(typed, user);
  const reported = can(user, 'addNotes') ? reportedWords(typed) : null;
  const letters = useInventory(reported !== null);
  const repairs = repairsFor(format, reported, letters.data ?? []);
  const groups = [...repairs, ...entryGroups, ...(places.entries.length > 0 ? [places] : [])];
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.min(active, entries.length - 1);
  const optionId = (index: number) => `${id}-option-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the active option into view.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, entries.length]);

  const go = (entry: Entry) => {
    onClose();
    void navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      PageDown: chosen + 5,
      PageUp: chosen - 5,
    };
    const next = steps[event.key];
    const entry = entries[chosen];
    if (next !== undefined && entries.length > 0) {
      event.preventDefault();
      // Arrow keys wrap around; page jumps stop at the ends.
      const last = entries.length - 1;
      const around = event.key.startsWith('Arrow');
      setActive(next > last ? (around ? 0 : last) : next < 0 ? (around ? last : 0) : next);
    } else if (event.key === 'Enter' && entry !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(entry);
    }
  };

  let at = -1;
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay} />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={keepForToasts}
          className="fixed inset-x-2 top-2 z-50 flex max-h-[calc(100dvh-1rem)] animate-rise flex-col overflow-hidden rounded-xl border border-line bg-paper text-ink shadow-pop sm:inset-x-auto sm:top-[12dvh] sm:left-1/2 sm:max-h-[76dvh] sm:w-[calc(100%-3rem)] sm:max-w-2xl sm:-translate-x-1/2"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <div className="flex items-center gap-2.5 border-line border-b px-4">
            {waiting ? (
              <Spinner label="Searching" className="shrink-0 [&_svg]:size-5" />
            ) : (
              <Search aria-hidden="true" className="size-5 shrink-0 text-faint" />
            )}
            <input
              // biome-ignore lint/a11y/noAutofocus: the dialog is this field.
              autoFocus
              type="search"
              role="combobox"
              aria-label="Search bookings, quotes, customers, venues and settings"
              aria-expanded={entries.length > 0}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={entries.length > 0 ? optionId(chosen) : undefined}
              placeholder="Name, phone, booking number, message, venue..."
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setActive(0);
              }}
              onKeyDown={onKeyDown}
              className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
            />
            <Dialog.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close search" className="-mr-2 text-soft">
                <X aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </div>
          {q !== '' && search.error !== null ? (
            <div role="alert" className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
              <p className="min-w-0 flex-1 text-danger">{sentenceOf(search.error)}</p>
              <Button kind="secondary" size="sm" onClick={() => void search.refetch()}>
                Try Again
              </Button>
            </div>
          ) : null}
          <p role="status" className="sr-only">
            {waiting || q === '' ? '' : entries.length === 0 ? 'Nothing found' : `${entries.length} found`}
          </p>
          {entries.length === 0 && !waiting && search.error === null ? (
            <p className="px-4 py-8 text-center text-soft text-sm">
              Nothing found for “{q}”. Try fewer words, or part of a name.
            </p>
          ) : (
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label="Search results"
              aria-busy={waiting}
              className={cn(
                'min-h-0 flex-1 overflow-y-auto p-2 transition-opacity',
                search.isPlaceholderData && 'opacity-60',
              )}
            >
              {groups.map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped like this.
                <div key={group.title} role="group" aria-label={group.title} className="pb-1.5">
                  <p aria-hidden="true" className="px-2.5 pt-2 pb-1 font-medium text-faint text-xs">
                    {group.title}
                  </p>
                  {group.entries.map((entry) => {
                    at += 1;
                    const index = at;
                    return (
                      <Link
                        key={`${entry.to} ${entry.title}`}
                        id={optionId(index)}
                        to={entry.to}
                        role="option"
                        aria-selected={index === chosen}
                        tabIndex={-1}
                        onClick={(event) => {
                          // A new tab leaves the search open.
                          if (!(event.metaKey || event.ctrlKey || event.shiftKey)) onClose();
                        }}
                        onPointerMove={() => setActive(index)}
                        className="flex min-h-11 items-center gap-3 rounded-md px-2.5 py-1.5 text-sm aria-selected:bg-action-wash"
                      >
                        <span className="min-w-0 flex-1">
                          <span className="block truncate font-medium">{entry.title}</span>
                          {entry.detail === '' ? null : (
                            <span className="tabular wrap-anywhere block text-soft text-xs">
                              {entry.detail}
                            </span>
                          )}
                        </span>
                        {entry.badge === undefined ? null : (
                          <Badge tone={entry.badge.tone}>{entry.badge.word}</Badge>
                        )}
                      </Link>
                    );
                  })}
                </div>
              ))}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
