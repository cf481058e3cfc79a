import type { Day, PieceToPack } from '@/api/day';
import { useFormat } from '@/lib/format';
import { counted, finishName, sizeName } from '@/lib/words';
import { Card, CardBody, CardHeader } from '@/ui/Card';

/** Letters and items of all deliveries, by size and storage slot. */
export function PackingCard({ packing, items }: Pick<Day, 'packing' | 'items'>) {
  const format = useFormat();
  const sizes = new Map<string, PieceToPack[]>();
  for (const piece of packing) sizes.set(piece.size, [...(sizes.get(piece.size) ?? []), piece]);
  const several = new Set(packing.map(({ finish }) => finish)).size > 1;
  const letters = packing.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card className="stop">
      <CardHeader
        title="Packing List"
        description={letters === 0 ? undefined : `${counted(letters, 'letter')} for all deliveries.`}
      />
      <CardBody className="grid gap-4 text-sm">
        {[...sizes].map(([size, pieces]) => (
          <section key={size} aria-label={`Letters in ${sizeName(format, size)}`}>
            <h3 className="mb-1 font-semibold">{sizeName(format, size)}</h3>
            <ul className="tabular grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-1.5">
              {pieces.map(({ letter, finish, slot, count, short, borrowed }) => (
                <li
                  key={`${letter} ${finish}`}
                  className="flex items-baseline gap-1.5 rounded-md border border-line bg-raised px-2 py-1"
                >
                  <span>
                    {count} × <b className="font-semibold">{letter}</b>{' '}
                    {short === 0 ? null : (
                      <span className="block font-semibold text-danger text-xs">{short} short</span>
                    )}
                    {borrowed.map((lent) => (
                      <span key={lent.lender} className="wrap-anywhere block text-soft text-xs">
                        {lent.count} from {lent.lender}
                      </span>
                    ))}
                  </span>
                  <span className="ml-auto truncate text-faint text-xs">
                    {[several ? finishName(format, finish) : null, slot].filter(Boolean).join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {items.length === 0 ? null : (
          <section aria-label="Items">
            <h3 className="mb-1 font-semibold">Items</h3>
            <ul className="tabular grid gap-1">
              {items.map(({ itemId, name, count }) => (
                <li key={itemId} className="wrap-anywhere">
                  {count} × {name}
                </li>
              ))}
            </ul>
          </section>
        )}
      </CardBody>
    </Card>
  );
}
