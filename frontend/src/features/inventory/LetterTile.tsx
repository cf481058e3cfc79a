import type { InventoryItem } from '@/api/types';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { sizeName } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { tileTone, type Uses } from './stock';

const borders = {
  red: 'border-[#ff7a70]',
  yellow: 'border-[#f2c14e]',
  neutral: 'border-[#3a3350] group-hover:border-[#6e6684]',
};
const words = { red: ', low stock', yellow: ', only a few', neutral: '' };

export interface LetterTileProps {
  item: InventoryItem;
  /** The finish, if the size has letters in several finishes. */
  finish: string | null;
  uses: Uses;
  onEdit: (() => void) | null;
}

/** One letter of the stock, lit if any are available. Opens the letter for editing. */
export function LetterTile({ item, finish, uses, onEdit }: LetterTileProps) {
  const format = useFormat();
  const tone = tileTone(item, uses);
  const stock = `${item.letter}, ${sizeName(format, item.size)}${finish === null ? '' : `, ${finish}`}: ${item.quantity} available${words[tone]}`;
  const picture = (
    <>
      <span
        aria-hidden="true"
        className={cn(
          'night-ground grid h-16 place-items-center rounded-md border-2 transition-[border-color,transform] group-hover:-translate-y-0.5',
          borders[tone],
        )}
      >
        <MarqueeSign
          message={item.letter}
          height={34}
          maxWidth={56}
          surface="night"
          state={item.quantity > 0 ? 'lit' : 'unlit'}
          align="center"
        />
      </span>
      <span
        aria-hidden="true"
        className={cn(
          'tabular mt-1 block text-center font-semibold text-sm',
          tone === 'red' && 'text-danger',
          tone === 'yellow' && 'text-amber',
        )}
      >
        {item.quantity}
        {finish === null ? null : (
          <span className="block truncate font-normal text-faint text-xs">{finish}</span>
        )}
      </span>
    </>
  );
  return onEdit === null ? (
    <span role="img" aria-label={stock} data-tone={tone} className="block w-full">
      {picture}
    </span>
  ) : (
    <button
      type="button"
      onClick={onEdit}
      data-tone={tone}
      aria-label={`Edit ${stock}`}
      className="group w-full cursor-pointer rounded-md"
    >
      {picture}
    </button>
  );
}
