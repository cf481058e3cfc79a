import * as z from 'zod/mini';
import type { Item, Package } from '@/api/types';
import { called, orNothing, price } from '@/lib/typed-checks';

/** Placeholder in a package's text for a word that the customer fills in. */
export const blank = '____';

const name = called(120);
const text = z.pipe(
  z.string(),
  z.transform((typed) => typed.trim() || null),
);
const count = z
  .number('Enter a whole number')
  .check(z.multipleOf(1, 'Enter a whole number'), z.maximum(10_000, 'At most 10,000'));

export const itemSchema = z.object({
  name,
  description: text,
  category: text,
  kind: z.enum(['counted', 'service']),
  quantity: count.check(z.minimum(0, 'Quantity cannot be negative')),
  price,
  per: z.enum(['day', 'event']),
  public: z.boolean(),
  taxable: z.boolean(),
  replacementPrice: orNothing(price),
});

export type ItemForm = z.input<typeof itemSchema>;

export function itemFields(item: Item | null): ItemForm {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    category: item?.category ?? '',
    kind: item?.kind ?? 'counted',
    quantity: item?.quantity ?? 1,
    price: item?.price ?? Number.NaN,
    per: item?.per ?? 'event',
    public: item?.public ?? true,
    taxable: item?.taxable ?? true,
    replacementPrice: item?.replacementPrice ?? Number.NaN,
  };
}

const lettersLine = z.object({
  kind: z.literal('letters'),
  text: called(500, 'Enter letters, or a blank'),
  size: z.string().check(z.minLength(1, 'Choose a size')),
  finish: z.string(),
  colorOption: z.string(),
});
const itemLine = z.object({
  kind: z.literal('item'),
  itemId: z.number('Choose an item').check(z.minimum(1, 'Choose an item')),
  quantity: count.check(z.minimum(1, 'Enter at least 1')),
});

/** Form schema of a package. With pricing "sum" it has no price of its own. */
export const packageSchema = z
  .object({
    name,
    description: text,
    lines: z
      .array(z.discriminatedUnion('kind', [lettersLine, itemLine]))
      .check(z.minLength(1, 'Add at least one line'), z.maxLength(20, 'A package can have at most 20 lines')),
    pricing: z.enum(['own', 'sum']),
    price: orNothing(price),
    public: z.boolean(),
  })
  .check(
    z.refine(({ pricing, price }) => pricing === 'sum' || price !== null, {
      path: ['price'],
      message: 'Enter an amount',
    }),
  );

export type PackageForm = z.input<typeof packageSchema>;
export type PackageTyped = z.output<typeof packageSchema>;
export type LineForm = PackageForm['lines'][number];

/** The defaults for a new line of letters: the first option of each list. */
export interface LetterDefaults {
  size: string;
  finish: string;
  colorOption: string;
}

export function packageFields(row: Package | null, defaults: LetterDefaults): PackageForm {
  return {
    name: row?.name ?? '',
    description: row?.description ?? '',
    lines: row?.lines.map(
      (line): LineForm =>
        line.kind === 'item'
          ? { kind: 'item', itemId: line.itemId ?? 0, quantity: line.quantity ?? 1 }
          : {
              kind: 'letters',
              text: line.text ?? '',
              size: line.size ?? defaults.size,
              finish: line.finish ?? defaults.finish,
              colorOption: line.colorOption ?? defaults.colorOption,
            },
    ) ?? [{ kind: 'letters', text: '', ...defaults }],
    pricing: row === null || row.price == null ? 'sum' : 'own',
    price: row?.price ?? Number.NaN,
    public: row?.public ?? true,
  };
}

/** Convert to a request body. Keeps a line's add-ons, which the dialog doesn't show. */
export function packageInput({ pricing, price, lines, ...rest }: PackageTyped, before: Package | null) {
  return {
    ...rest,
    price: pricing === 'sum' ? null : price,
    lines: lines.map((line, at) => {
      const was = before?.lines[at];
      const lines =
        line.kind === 'letters' && was?.kind === 'letters' && was.text === line.text ? was.addOns : null;
      return lines == null ? line : { ...line, addOns: lines };
    }),
  };
}
