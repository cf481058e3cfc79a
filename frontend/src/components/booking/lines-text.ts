/** Descriptions of a rental's lines. */
import type { Format } from '@/lib/format';
import { sizeName } from '@/lib/words';
import type { LineOut } from './lines';

interface Rental {
  readonly message: string;
  readonly size: string;
  readonly lines?: readonly LineOut[];
}

/** True if a rental is more than one line of letters. */
export function hasSeveral({ lines = [] }: Pick<Rental, 'lines'>): boolean {
  return lines.length > 1 || (lines.length === 1 && lines[0]?.kind !== 'letters');
}

/** A line as text: "MR & MRS (4ft)", "2 × Balloon Arch", "Wedding Night: MR, MRS". */
export function lineText(format: Format, line: LineOut): string {
  if (line.kind === 'letters') return `${line.text} (${sizeName(format, line.size)})`;
  if (line.kind === 'item') return `${line.quantity} × ${line.name}`;
  return line.words.length === 0 ? line.name : `${line.name}: ${line.words.join(', ')}`;
}

/** A short description of a rental: its message and size, or all of its lines. */
export function rentalText(format: Format, rental: Rental): string {
  const { message, size, lines = [] } = rental;
  return hasSeveral(rental)
    ? lines.map((line) => lineText(format, line)).join(', ')
    : `"${message}" (${sizeName(format, size)})`;
}

/** The letters of all lines as one text, to draw the sign. */
export function signMessage({ message, lines = [] }: Omit<Rental, 'size'>): string {
  if (!hasSeveral({ lines })) return message;
  const texts = lines.flatMap((line): string[] => {
    if (line.kind === 'letters') return [line.text];
    if (line.kind === 'item') return [];
    return line.lines.flatMap((part) => (part.kind === 'letters' ? [part.text] : []));
  });
  return texts.join(' ');
}

/** The size shared by all letters of a rental; null for several sizes or no letters. */
export function oneSize({ size, lines = [] }: Omit<Rental, 'message'>): string | null {
  if (!hasSeveral({ lines })) return size;
  const parts = lines.flatMap((line) => (line.kind === 'package' ? line.lines : [line]));
  const sizes = new Set(parts.flatMap((part) => (part.kind === 'letters' ? [part.size] : [])));
  const [only] = sizes;
  return sizes.size === 1 && only !== undefined ? only : null;
}
