/** The story of a quote in words. */
import type { QuoteEvent } from '@/api/types';

const titles: Readonly<Record<QuoteEvent['kind'], (who: string, version: number) => string>> = {
  created: (who) => `Written by ${who}`,
  edited: (who, version) => `Edited by ${who} (version ${version})`,
  sent: (who, version) => `Version ${version} sent by ${who}`,
  mail: () => 'Mail handed over',
  seen: (who) => `Opened by ${who}`,
  question: (who) => `Question from ${who}`,
  accepted: (who, version) => `Version ${version} accepted by ${who}`,
  declined: (who) => `Declined by ${who}`,
  withdrawn: (who) => `Withdrawn by ${who}`,
  booked: (who) => `Booked by ${who}`,
  duplicated: (who) => `Duplicated by ${who}`,
};

/** What happened, and by whom: "Version 1 sent by ada". */
export function eventTitle({ kind, who, version }: QuoteEvent): string {
  return titles[kind](who, version);
}

/** Where an acceptance came from, which is kept with it as a proof. */
export function originOf({ address, agent }: Pick<QuoteEvent, 'address' | 'agent'>): string {
  return [`From ${address}`, agent].filter(Boolean).join(', ');
}

/** The versions that were sent, the newest first, with when that was. */
export function sentVersions(history: readonly QuoteEvent[]): { version: number; at: string }[] {
  return history
    .filter(({ kind }) => kind === 'sent')
    .map(({ version, at }) => ({ version, at }))
    .reverse();
}
