import { Boxes, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Item, Package } from '@/api/types';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { EditButtons } from '@/ui/EditButtons';
import { linesOf, priceText } from './catalog';

/** Edit and remove actions; null for users who may not change the stock. */
type Actions = { onEdit: () => void; onRemove: () => void } | null;

/** An item with its picture, price and quantity. */
export function ItemCard({ item, currency, actions }: { item: Item; currency: string; actions: Actions }) {
  return (
    <Frame
      name={item.name}
      picture={item.smallPicture}
      price={priceText(item, currency)}
      above={item.category}
      blank={<Shapes />}
      actions={actions}
    >
      <div className="flex flex-wrap gap-1.5">
        {item.kind === 'service' ? (
          <Badge>Service</Badge>
        ) : (
          <Badge tone={item.quantity === 0 ? 'yellow' : 'neutral'}>{item.quantity} owned</Badge>
        )}
        {item.public ? null : <Badge tone="blue">Not on form</Badge>}
        {item.taxable ? null : <Badge>Not taxable</Badge>}
      </div>
      {item.description === null ? null : (
        <p className="line-clamp-3 break-words text-soft text-sm">{item.description}</p>
      )}
    </Frame>
  );
}

/** A package with its picture, price and lines. */
export function PackageCard({
  found,
  sizes,
  currency,
  actions,
}: {
  found: Package;
  sizes: readonly { code: string; label: string }[];
  currency: string;
  actions: Actions;
}) {
  const price =
    found.price === undefined
      ? null
      : found.price === null
        ? 'Sum of the lines'
        : formatMoney(found.price, currency);
  return (
    <Frame
      name={found.name}
      picture={found.smallPicture}
      price={price}
      above={null}
      blank={<Boxes />}
      actions={actions}
    >
      {found.public ? null : (
        <div>
          <Badge tone="blue">Not on form</Badge>
        </div>
      )}
      <ul className="grid gap-0.5 text-sm">
        {linesOf(found, sizes).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and their order is fixed.
          <li key={at} className="break-words">
            {line}
          </li>
        ))}
      </ul>
      {found.description === null ? null : (
        <p className="line-clamp-3 break-words text-soft text-sm">{found.description}</p>
      )}
    </Frame>
  );
}

function Frame({
  name,
  picture,
  price,
  above,
  blank,
  actions,
  children,
}: {
  name: string;
  picture: string | null;
  price: string | null;
  /** A label above the name. */
  above: string | null;
  /** Shown if there is no picture. */
  blank: ReactNode;
  actions: Actions;
  children: ReactNode;
}) {
  return (
    <Card className="flex flex-col overflow-hidden">
      <div className="grid aspect-16/10 place-items-center overflow-hidden border-line border-b bg-sunken text-faint">
        {picture === null ? (
          <span aria-hidden="true" className="opacity-50 [&_svg]:size-8 [&_svg]:stroke-[1.25]">
            {blank}
          </span>
        ) : (
          <img src={picture} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
        )}
      </div>
      <div className="grid content-start gap-2.5 px-4 py-4">
        <div>
          {above === null ? null : <p className="mb-0.5 text-faint text-xs">{above}</p>}
          <h3 className="break-words font-semibold leading-snug">{name}</h3>
          {price === null ? null : <p className="tabular mt-0.5 text-soft text-sm">{price}</p>}
        </div>
        {children}
      </div>
      {actions === null ? null : (
        <footer className="mt-auto flex justify-end gap-1 border-line border-t px-2 py-1.5">
          <EditButtons name={name} removal="Remove" {...actions} />
        </footer>
      )}
    </Card>
  );
}
