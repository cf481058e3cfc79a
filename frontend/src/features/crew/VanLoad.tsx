import type { components } from '@/api/schema';
import { useFormat } from '@/lib/format';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
import { card } from './looks';

type LoadList = components['schemas']['LoadListOut'];

/** Loading order of the van with the letters' slots: last stop first, so that letters come off in spelling order. */
export function VanLoad({ list, mine }: { list: LoadList; mine: ReadonlySet<number> }) {
  const format = useFormat();
  const isAll = list.stops.every(({ id }) => mine.has(id));
  const stops = list.stops.filter(({ id }) => mine.has(id)).reverse();
  const gear = [
    ...list.items.map(({ name, count }) => `${count} × ${name}`),
    ...(list.cords === 0 ? [] : [counted(list.cords, 'extension cord')]),
    ...(list.stands === 0 ? [] : [counted(list.stands, 'floor stand')]),
    ...(list.sandbags === 0 ? [] : [`${counted(list.sandbags, 'sandbag')} for outdoor stops`]),
  ];
  return (
    <main className="grid gap-4">
      <header className="grid gap-1">
        <h1 className="font-semibold text-2xl tracking-tight">Load the Van</h1>
        <p className="text-soft">From top to bottom. Letters come off in spelling order.</p>
      </header>
      <ol className="grid gap-2">
        {stops.map(({ id, number, customerName, message }, index) => (
          <li key={id} className={`${card} grid gap-2`}>
            <p className="wrap-anywhere">
              <b className="font-semibold text-lg">“{message}”</b>{' '}
              <span className="text-soft text-sm">
                Stop {stops.length - index}, #{number}, {customerName}
              </span>
            </p>
            <ol aria-label={`Letters of #${number}`} className="flex flex-wrap gap-1.5">
              {list.load
                .filter(({ bookingId }) => bookingId === id)
                .map(({ letter, size, finish, slot }, place) => (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: the index is the place in the van.
                    key={place}
                    className="tabular grid min-w-9 justify-items-center rounded-lg border border-line bg-raised px-2 py-1"
                  >
                    <b className="font-semibold text-lg">{letter}</b>
                    <span className="text-soft text-xs">
                      {[sizeName(format, size), finishBesideOthers(format, finish)].filter(Boolean).join(' ')}
                    </span>
                    {slot === null ? null : <span className="text-xs">{slot}</span>}
                  </li>
                ))}
            </ol>
          </li>
        ))}
      </ol>
      {gear.length === 0 ? null : (
        <section className={`${card} grid gap-1`}>
          <h2 className="font-semibold">{isAll ? 'Also Load' : 'Also Load, for All Crews'}</h2>
          <ul>
            {gear.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
