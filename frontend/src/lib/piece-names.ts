interface PieceNames {
  readonly sizes: Readonly<Record<string, string>>;
  readonly finishes: Readonly<Record<string, string>>;
}

let present: PieceNames = { sizes: {}, finishes: {} };

/** Calls sizes and finishes by these names from now on; by their codes where none are known. */
export function callPiecesBy(names: PieceNames | null | undefined): void {
  present = names ?? { sizes: {}, finishes: {} };
}

/** A size as the business calls it. */
export const sizeName = (code: string): string => present.sizes[code] ?? code;

/** A finish to be named beside others: empty where the business counts its letters by one alone. */
export const finishBesideOthers = (code: string): string =>
  Object.keys(present.finishes).length > 1 ? finishName(code) : '';

/** A finish as the business calls it. */
export const finishName = (code: string): string => present.finishes[code] ?? code;
