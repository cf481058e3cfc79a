import type { CustomerSide } from '@/api/customer-side';

/** The customer's notes for the crew as labels and texts, without empty ones. */
export function crewFacts(
  notes: NonNullable<CustomerSide['crewNotes']>,
): readonly (readonly [string, string])[] {
  const contact = [notes.contactName, notes.contactPhone].filter(Boolean).join(', ');
  const facts = [
    ['On site', contact],
    ['Power', notes.power],
    ['Access', notes.access],
    ['More', notes.notes],
  ] as const;
  return facts.flatMap(([label, text]) => (text === null || text === '' ? [] : [[label, text] as const]));
}
