/** What the form still needs before it can be sent. */
import { type FieldKey, isHalfFilled, isQuantity } from '@/booking-form/draft';
import { colorsToName, type Offer } from '@/booking-form/offer';
import { lacksColor } from '@/booking-form/rules';
import { LABELS, PRICE } from '@/booking-form/texts';
import type { Form } from './fields';

/** Id of the availability message, which gets the focus when the pressed button below it disappears. */
export const STOCK_ID = 'stock';

interface Needed {
  readonly field: FieldKey;
  readonly label: string;
  /** Name of a started line that is not part of the price yet. */
  readonly unpriced?: string;
}

/** Started lines without their text, a quantity, or which of `colors` it is. */
function incompleteLines({ draft }: Form, colors?: readonly string[]): Needed[] {
  return draft.lines.flatMap((line, place): Needed[] => {
    if (line.kind === 'package' && isHalfFilled(line)) {
      const unpriced = line.name ?? PRICE.package;
      return [{ field: `lines[${place}].words`, label: PRICE.wordsOf(line.name ?? ''), unpriced }];
    }
    if (line.kind === 'item' && !isQuantity(line.quantity)) {
      const unpriced = line.name ?? PRICE.item;
      return [{ field: `lines[${place}].quantity`, label: PRICE.numberOf(unpriced), unpriced }];
    }
    // The text of the first line is the field "message".
    if (line.kind === 'letters' && place > 0 && line.text.trim() === '') {
      return [{ field: `lines[${place}].text`, label: PRICE.textOfLine, unpriced: PRICE.line }];
    }
    if (line.kind === 'letters' && place > 0 && lacksColor(line, colors)) {
      return [{ field: `lines[${place}].customColor`, label: PRICE.colorOf(line.text.trim()) }];
    }
    return [];
  });
}

/** Required fields that are empty, and started lines that are incomplete, in screen order. */
export function neededFields(form: Form, { addressNames, colors }: Offer): Needed[] {
  const labels = { ...LABELS, ...addressNames };
  return [
    ...form.missing.map((field) => ({ field, label: labels[field] })),
    ...incompleteLines(form, colorsToName(colors)),
  ];
}

/** Names of the started lines that the shown price does not include. */
export const unpricedNames = (form: Form): string[] =>
  incompleteLines(form).map(({ unpriced }) => unpriced ?? '');
