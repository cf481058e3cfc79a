/** The story of a quote in words. */
import type { QuoteDetails, QuoteEvent } from '@/api/types';

const titles: Readonly<Record<QuoteEvent['kind'], (who: string, version: number) => string>> = {
  created: (who) => `Written by ${who}`,
  edited: (who, version) => `Edited by ${who} (version ${version})`,
  sent: (who, version) => `Version ${version} sent by ${who}`,
  mail: () => 'Email to the customer',
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

/** A version that can still be read, with when it was sent, or else written. */
export interface KeptVersion {
  version: number;
  at: string;
  sent: boolean;
}

/**
 * The versions that are kept, the newest first: those that were sent, and one that was being written when an earlier one
 * was accepted.
 */
export function keptVersions({ history, status }: Pick<QuoteDetails, 'history' | 'status'>): KeptVersion[] {
  const kept = new Map<number, KeptVersion>();
  for (const { kind, version, at } of history) {
    if (kind === 'sent') kept.set(version, { version, at, sent: true });
    const left = kind === 'edited' && status === 'accepted' && version > 1 && !kept.has(version);
    if (left) kept.set(version, { version, at, sent: false });
  }
  return [...kept.values()].sort((a, b) => b.version - a.version);
}
