/** The lines of a booking as its customer edits them, and their wire format. */
import type { components } from '@/api/schema';
import { lettersOf } from '@/sign/letters';

type Schemas = components['schemas'];
export type Current = Schemas['ChangeOptionsOut']['current'];
type WireLine = NonNullable<Schemas['CustomerChangeInput']['lines']>[number];

export interface LettersEdit {
  readonly kind: 'letters';
  readonly text: string;
  readonly size: string;
  readonly finish: string;
  readonly colorOption: string;
  /** Which color it is, for a color option such as "Custom". */
  readonly customColor?: string | undefined;
  /** Codes of the chosen add-ons. */
  readonly addOns: readonly string[];
  /** Letters made from a substitute, which belong to one text in one size. */
  readonly turned?: { readonly of: string; readonly letters: readonly string[] } | undefined;
}

export interface ItemEdit {
  readonly kind: 'item';
  readonly itemId: number;
  readonly name: string;
  /** As typed. */
  readonly quantity: string;
}

export interface PackageEdit {
  readonly kind: 'package';
  readonly packageId: number;
  readonly name: string;
  /** One for each blank. */
  readonly words: readonly string[];
}

/** A line with a key that stays the same while other lines are added and removed. */
export type LineEdit = (LettersEdit | ItemEdit | PackageEdit) & { readonly key: number };

export const MOST_LINES = 20;

const turnedOf = (text: string, size: string) => lettersOf(text).join('') + size;

export function startLines({ lines }: Pick<Current, 'lines'>): LineEdit[] {
  return lines.map((line, key): LineEdit => {
    if (line.kind === 'item')
      return { key, kind: 'item', itemId: line.itemId, name: line.name, quantity: String(line.quantity) };
    if (line.kind === 'package') {
      const { packageId, name, words } = line;
      return { key, kind: 'package', packageId, name, words };
    }
    const { kind, text, size, finish, colorOption, customColor, addOns, turned } = line;
    return {
      key,
      kind,
      text,
      size,
      finish,
      colorOption,
      customColor: customColor ?? undefined,
      addOns: Object.keys(addOns).filter((code) => addOns[code]),
      turned: turned ? { of: turnedOf(text, size), letters: turned } : undefined,
    };
  });
}

/** A line of letters in the style of the first one. */
export function newLetters(lines: readonly LineEdit[], { sizes, colors }: Current, key: number): LineEdit {
  const first = lines.find((line) => line.kind === 'letters');
  return {
    key,
    kind: 'letters',
    text: '',
    size: first?.size ?? sizes[0]?.code ?? '',
    finish: first?.finish ?? '',
    colorOption: first?.colorOption ?? colors[0]?.code ?? '',
    customColor: first?.customColor,
    addOns: [],
  };
}

/** The lines in wire format, incomplete ones included: the server names what is missing. */
export const linesOnWire = (lines: readonly LineEdit[]): WireLine[] =>
  lines.map((line) => {
    if (line.kind === 'item')
      return { kind: line.kind, itemId: line.itemId, quantity: Number(line.quantity) || 0 };
    if (line.kind === 'package')
      return { kind: line.kind, packageId: line.packageId, words: [...line.words] };
    const { kind, text, size, finish, colorOption, customColor, addOns, turned } = line;
    return {
      kind,
      text,
      size,
      finish,
      colorOption,
      ...(customColor !== undefined && { customColor }),
      addOns: Object.fromEntries([...addOns].sort().map((code) => [code, true])),
      ...(turned?.of === turnedOf(text, size) && { turned: [...turned.letters] }),
    };
  });
