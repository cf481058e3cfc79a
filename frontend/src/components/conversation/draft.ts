/** Unsent entries of conversations, stored in the tab so that they survive leaving and reloading the page. */
import { useState } from 'react';
import type { EntryWay } from '@/api/conversations';
import { isKeyOf, isObject } from '@/lib/keys';

export const ways = {
  text: { label: 'Text', action: 'Send Text', pending: 'Sending...', field: 'Text to the customer' },
  email: { label: 'Email', action: 'Send Email', pending: 'Sending...', field: 'Email to the customer' },
  note: { label: 'Note', action: 'Add Note', pending: 'Adding...', field: 'Note, visible to your team only' },
  call: { label: 'Call', action: 'Log Call', pending: 'Logging...', field: 'What the call was about' },
} as const satisfies Record<EntryWay, object>;

export interface EntryDraft {
  /** Null until the user chooses: then it is what the customer used last. */
  by: EntryWay | null;
  text: string;
  /** Idempotency key, so that sending again after an error adds the entry only once. */
  key: string;
}

const emptyDraft = (): EntryDraft => ({ by: null, text: '', key: crypto.randomUUID() });

function load(item: string): EntryDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(item) ?? 'null');
    if (isObject(stored) && typeof stored.text === 'string' && typeof stored.key === 'string') {
      const by = typeof stored.by === 'string' && isKeyOf(stored.by, ways) ? stored.by : null;
      return { by, text: stored.text, key: stored.key };
    }
  } catch {
    // Without storage, the draft lasts until the page closes.
  }
  return emptyDraft();
}

function store(item: string, draft: EntryDraft): void {
  try {
    if (draft.text === '') sessionStorage.removeItem(item);
    else sessionStorage.setItem(item, JSON.stringify(draft));
  } catch {
    // See above.
  }
}

/** The unsent entry of a user for a customer. A change of the text gets a new key. */
export function useEntryDraft(userId: number, customerId: number) {
  const item = `marqueedesk.conversation.${userId}.${customerId}`;
  const [draft, setDraft] = useState(() => load(item));
  const set = (next: EntryDraft) => {
    setDraft(next);
    store(item, next);
  };
  return {
    draft,
    change: (change: Partial<Omit<EntryDraft, 'key'>>) =>
      set({ ...draft, ...change, key: crypto.randomUUID() }),
    /** Empties the draft; the chosen way stays. */
    clear: () => set({ ...emptyDraft(), by: draft.by }),
  };
}
