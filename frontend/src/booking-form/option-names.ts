/** Colors and add-ons of a booking or a quote in words. Which of them are the operator's own only the price list knows. */

const addOnWords: Readonly<Record<string, string>> = { lighting: 'LED lighting', stand: 'Floor stand' };

/** The add-ons that were chosen, in words; the operator's own ones by the name of their code. */
export function addOnNames({ addOns }: { addOns: Readonly<Record<string, boolean>> }): string[] {
  return Object.entries(addOns)
    .filter(([, chosen]) => chosen)
    .map(([code]) => addOnWords[code] ?? codeName(code));
}

/** A code of the price list as it is written: "Standard". */
export function codeName(code: string): string {
  return code.replace(/^./, (first) => first.toUpperCase());
}
