/** Display lines of a rental with their prices. */
import { counted } from '@/lib/words';
import type { Estimate } from './answers';
import type { PriceLine } from './breakdown';
import type { Offer } from './offer';

type AnsweredLine = Estimate['lines'][number];

const labelOf = (rows: readonly { code: string; label: string }[] | undefined, code: string) =>
  rows?.find((row) => row.code === code)?.label;

/** "6 letters, 4 ft, Red, Floor Stand" */
function lettersDetail(line: Extract<AnsweredLine, { kind: 'letters' }>, offer: Offer): string {
  const size = offer.sizes.find((row) => row.code === line.size);
  const color = line.colorOption === 'standard' ? undefined : labelOf(offer.colors, line.colorOption);
  const addOns = Object.keys(line.addOns).filter((code) => line.addOns[code]);
  return [
    counted(line.letterCount, 'letter'),
    size?.label ?? line.size,
    labelOf(size?.finishes, line.finish),
    color && line.customColor ? `${color} (${line.customColor})` : color,
    ...addOns.map((code) => labelOf(offer.addOns, code) ?? code),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Label of a line, with details if any. */
export function lineInWords(line: AnsweredLine, offer: Offer): { label: string; detail?: string } {
  if (line.kind === 'letters') return { label: line.text, detail: lettersDetail(line, offer) };
  if (line.kind === 'item') {
    return { label: line.quantity === 1 ? line.name : `${line.quantity} × ${line.name}` };
  }
  return { label: line.name, ...(line.words.length > 0 && { detail: line.words.join(', ') }) };
}

/** Each line with its total. */
export function pricedLines(lines: readonly AnsweredLine[], offer: Offer): PriceLine[] {
  return lines.map((line) => ({ ...lineInWords(line, offer), amount: line.price ?? 0 }));
}
