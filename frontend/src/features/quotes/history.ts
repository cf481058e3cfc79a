/** Texts for a quote's history. */
import type { QuoteDetails, QuoteEvent } from '@/api/types';

const titles: Readonly<Record<QuoteEvent['kind'], (who: string, version: number) => string>> = {
  created: (who) => `Created by ${who}`,
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

/** Title of an event: "Version 1 sent by ada". */
export function eventTitle({ kind, who, version }: QuoteEvent): string {
  return titles[kind](who, version);
}

/** Address and browser of an acceptance, stored as proof. */
export function originOf({ address, agent }: Pick<QuoteEvent, 'address' | 'agent'>): string {
  return [`From ${address}`, agent].filter(Boolean).join(', ');
}

/** A version that can be opened, with the time at which it was sent, or created if it never was. */
export interface KeptVersion {
  version: number;
  at: string;
  sent: boolean;
}

/**
 * Stored versions, newest first: those that were sent, and the draft that existed when an earlier version was
 * accepted.
 */
export function keptVersions({ history, status }: Pick<QuoteDetails, 'history' | 'status'>): KeptVersion[] {
  const versions = new Map<number, KeptVersion>();
  for (const { kind, version, at } of history) {
    if (kind === 'sent') versions.set(version, { version, at, sent: true });
    const left = kind === 'edited' && status === 'accepted' && version > 1 && !versions.has(version);
    if (left) versions.set(version, { version, at, sent: false });
  }
  return [...versions.values()].sort((a, b) => b.version - a.version);
}
