import { type RefObject, useRef, useState } from 'react';

/** Submits the repair being entered; resolves to true if it was stored. */
export type SendRepair = () => Promise<boolean>;

/** A repair entered inside the form of a letter or item. */
export interface OpenRepair {
  /** Called with true while the repair is open. Must be stable across renders. */
  onDraft: (begun: boolean) => void;
  /** Ref that receives the submit function while the repair form is open. */
  send: RefObject<SendRepair | null>;
}

/**
 * State of a form that contains a repair: saving submits an open repair first, so that nothing is lost. If
 * the repair is rejected, the form stays unsaved and the error is shown at the repair.
 */
export function useOpenRepair() {
  const [begun, setBegun] = useState(false);
  const [sending, setSending] = useState(false);
  const send = useRef<SendRepair | null>(null);
  const saveWith = async (save: () => unknown) => {
    if (!begun || send.current === null) {
      save();
      return;
    }
    setSending(true);
    const stored = await send.current();
    setSending(false);
    if (stored) save();
  };
  const repair: OpenRepair = { onDraft: setBegun, send };
  return { begun, sending, repair, saveWith };
}
