import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Venue } from '@/api/types';
import { oneOf } from '@/lib/keys';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Options, Select } from '@/ui/Input';
import { SearchInput } from '@/ui/SearchBox';
import { foundVenues, manyVenues, type Order, orderedVenues, orders } from './search';
import { VenueCard } from './VenueCard';

export interface VenueListProps {
  venues: readonly Venue[];
  currency: string;
  /** The venue being deleted. */
  deletingId: number | null;
  onEdit: (venue: Venue) => void;
  onDelete: (venue: Venue) => void;
}

/** Number of cards rendered at first; a button shows more. */
const cardsAtOnce = 48;

/** The venues as cards, with search and sorting if there are many. */
export function VenueList({ venues, currency, deletingId, onEdit, onDelete }: VenueListProps) {
  // A link may contain a search.
  const [params] = useSearchParams();
  const query = params.get('q') ?? '';
  const [typed, setTyped] = useState(query);
  useEffect(() => setTyped(query), [query]);
  const [order, setOrder] = useState<Order>('name');
  const [limit, setLimit] = useState(cardsAtOnce);
  // Keep typing responsive; the cards update later.
  const deferred = useDeferredValue(typed);
  const many = venues.length >= manyVenues || typed !== '';
  const matches = useMemo(
    () => (many ? orderedVenues(foundVenues(venues, deferred), order) : venues),
    [venues, deferred, order, many],
  );
  const list = useRef<HTMLUListElement>(null);
  const goOnAt = useRef<number | null>(null);
  useEffect(() => {
    if (goOnAt.current === null) return;
    // Move the focus to the first new card, because the button has moved.
    list.current?.children[goOnAt.current]?.querySelector<HTMLElement>('button')?.focus();
    goOnAt.current = null;
  });
  const shown = matches.slice(0, limit);
  return (
    <div className="grid gap-5">
      {many ? (
        <search className="flex flex-wrap items-center gap-3">
          <SearchInput
            aria-label="Search venues"
            value={typed}
            maxLength={200}
            className="min-w-52 flex-1 max-sm:basis-full sm:max-w-xs"
            onChange={(event) => {
              setTyped(event.target.value);
              setLimit(cardsAtOnce);
            }}
          />
          <Select
            aria-label="Sort venues"
            value={order}
            className="w-auto max-sm:flex-1"
            onChange={(event) => setOrder(oneOf(event.target.value, orders, order))}
          >
            <Options of={orders} />
          </Select>
          <p role="status" className="tabular text-faint text-sm sm:ml-auto">
            {matches.length === venues.length
              ? counted(venues.length, 'venue')
              : `${matches.length} of ${counted(venues.length, 'venue')}`}
          </p>
        </search>
      ) : null}
      {matches.length === 0 ? (
        <Card>
          <EmptyState
            title="No venues match your search"
            description="Try the name, street, city, or contact."
            picture={<MarqueeSign message="NO MATCH" height={52} state="unlit" align="center" />}
            action={
              <Button kind="secondary" onClick={() => setTyped('')}>
                Clear Search
              </Button>
            }
          />
        </Card>
      ) : (
        <ul
          ref={list}
          className="grid items-stretch gap-5 sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]"
        >
          {shown.map((venue) => (
            <li key={venue.id} className="grid min-w-0">
              <VenueCard
                venue={venue}
                currency={currency}
                deleting={deletingId === venue.id}
                onEdit={() => onEdit(venue)}
                onDelete={() => onDelete(venue)}
              />
            </li>
          ))}
        </ul>
      )}
      {shown.length < matches.length ? (
        <Button
          kind="secondary"
          className="justify-self-center"
          onClick={() => {
            goOnAt.current = shown.length;
            setLimit(limit + cardsAtOnce);
          }}
        >
          Show {Math.min(cardsAtOnce, matches.length - shown.length)} More
        </Button>
      ) : null}
    </div>
  );
}
