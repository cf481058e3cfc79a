import { type LoadList, useLoadList } from '@/api/day';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { type Format, useFormat } from '@/lib/format';
import { measuresOf, weightInWords } from '@/lib/measures';
import { counted, finishBesideOthers, sizeName } from '@/lib/words';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Skeleton } from '@/ui/Skeleton';

/** Loading order of the van: last stop first, so that letters come off in spelling order. */
export function LoadCard({ date }: { date: string }) {
  const { data, error, refetch } = useLoadList(date);
  return (
    <Card>
      <CardHeader
        title="Load List"
        description="Load from top to bottom, left to right. Letters come off in spelling order."
      />
      <CardBody className="grid gap-4 text-sm">
        {data !== undefined ? (
          <Loaded list={data} />
        ) : (
          <LoadState of={{ error, refetch }} failed="We couldn't load the load list">
            <Skeleton className="h-24" />
          </LoadState>
        )}
      </CardBody>
    </Card>
  );
}

/** Size and finish such as "3 ft RGB", shown if letters differ. */
const kindOf = (format: Format, letter?: Pick<LoadList['load'][number], 'size' | 'finish'>): string =>
  letter
    ? [sizeName(format, letter.size), finishBesideOthers(format, letter.finish)].filter(Boolean).join(' ')
    : '';

function Loaded({ list }: { list: LoadList }) {
  const format = useFormat();
  // Show size and finish only if letters differ.
  const several = new Set(list.load.map((letter) => kindOf(format, letter))).size > 1;
  const measures = measuresOf(useSignedInUser());
  const stops = [...list.stops].reverse();
  const gear = [
    ...(list.load.length === 0 ? [] : [`${weightInWords(list.weightPounds, measures)} of letters`]),
    ...(list.cords === 0 ? [] : [counted(list.cords, 'extension cord')]),
    ...(list.stands === 0 ? [] : [counted(list.stands, 'floor stand')]),
    ...(list.sandbags === 0 ? [] : [`${counted(list.sandbags, 'sandbag')} for outdoor stops`]),
  ];
  return (
    <>
      <ol className="grid gap-3">
        {stops.map(({ id, number, customerName, message }, index) => (
          <li key={id} className="stop grid gap-1">
            <p className="wrap-anywhere text-soft">
              Stop {stops.length - index}: <b className="font-medium text-ink">“{message}”</b> #{number},{' '}
              {customerName}
            </p>
            <ol className="flex flex-wrap gap-1" aria-label={`Load for #${number}`}>
              {list.load
                .filter(({ bookingId }) => bookingId === id)
                .map(({ letter, size, finish, slot }, at, loaded) => (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: the index is the place in the van.
                    key={at}
                    className="tabular inline-flex items-baseline gap-1 rounded-md border border-line bg-raised px-1.5 py-0.5"
                    title={slot === null ? sizeName(format, size) : `${sizeName(format, size)}, ${slot}`}
                  >
                    {several && kindOf(format, { size, finish }) !== kindOf(format, loaded[at - 1]) ? (
                      <span className="text-faint text-xs">{kindOf(format, { size, finish })}</span>
                    ) : null}
                    <b className="font-semibold">{letter}</b>
                    {slot === null ? null : <span className="text-faint text-xs">{slot}</span>}
                  </li>
                ))}
            </ol>
          </li>
        ))}
      </ol>
      <ul className="tabular grid gap-1 border-line border-t pt-3">
        {list.items.map(({ itemId, name, count }) => (
          <li key={itemId} className="wrap-anywhere">
            {count} × {name}
          </li>
        ))}
        {gear.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
