import { Layers } from 'lucide-react';
import type { InventoryItem } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { sizeName } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { tileTone, type Uses, unitTotal } from './stock';

const borders = {
  red: 'border-[#ff7a70]',
  yellow: 'border-[#f2c14e]',
  neutral: 'border-[#3a3350] group-hover:border-[#6e6684]',
};
const words = { red: ', low stock', yellow: ', only a few', neutral: '' };

export interface LetterTileProps {
  /** A letter of one size in each of its finishes. */
  items: readonly [InventoryItem, ...InventoryItem[]];
  /** The finish of a letter that has one, if others of the size have several. */
  finish: string | null;
  uses: Uses;
  /** Opens the letter, or the list of its finishes. Null if there is nothing to open. */
  onOpen: (() => void) | null;
}

/** One letter of the stock, lit if any are available, with its quantity in all finishes. */
export function LetterTile({ items, finish, uses, onOpen }: LetterTileProps) {
  const format = useFormat();
  const [{ letter, size, finish: code }] = items;
  // Most letters have the usual finish, whose name would be repeated below nearly every tile.
  const isUsual = code === useSignedInUser().pieceNames?.usualFinish;
  const quantity = unitTotal(items);
  const tones = items.map((item) => tileTone(item, uses));
  const tone = (['red', 'yellow'] as const).find((worst) => tones.includes(worst)) ?? 'neutral';
  const several = items.length > 1;
  const kind = several ? `, ${items.length} finishes` : finish === null ? '' : `, ${finish}`;
  const stock = `${letter}, ${sizeName(format, size)}${kind}: ${quantity} available${words[tone]}`;
  const picture = (
    <>
      <span
        aria-hidden="true"
        className={cn(
          'night-ground grid h-11 place-items-center rounded-md border-2 transition-[border-color,transform] group-hover:-translate-y-0.5 sm:h-16',
          borders[tone],
        )}
      >
        <span className="letter-tile-sign">
          <MarqueeSign
            message={letter}
            height={34}
            maxWidth={56}
            surface="night"
            state={quantity > 0 ? 'lit' : 'unlit'}
            align="center"
          />
        </span>
      </span>
      <span
        aria-hidden="true"
        className={cn(
          'tabular block text-center font-semibold text-xs sm:text-sm',
          tone === 'red' && 'text-danger',
          tone === 'yellow' && 'text-amber',
        )}
      >
        {quantity}
        {several ? (
          <span className="whitespace-nowrap font-normal text-faint text-xs">
            {' '}
            <Layers className="inline size-3" />
            {items.length}
          </span>
        ) : finish === null || isUsual ? null : (
          <span className="hidden font-normal text-faint text-xs sm:block">{finish}</span>
        )}
      </span>
    </>
  );
  return onOpen === null ? (
    <span role="img" aria-label={stock} data-tone={tone} className="block w-full">
      {picture}
    </span>
  ) : (
    <button
      type="button"
      onClick={onOpen}
      data-tone={tone}
      aria-label={several ? `Show ${stock}` : `Edit ${stock}`}
      aria-haspopup="dialog"
      title={several || finish !== null ? stock : undefined}
      className="group w-full cursor-pointer rounded-md"
    >
      {picture}
    </button>
  );
}
