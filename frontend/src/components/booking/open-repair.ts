import { type RefObject, useRef, useState } from 'react';

/** Sends a repair that is being entered; resolves to whether it was stored. */
export type SendRepair = () => Promise<boolean>;

/** A repair that is entered inside the form of a letter or an item. */
export interface OpenRepair {
  /** Called with whether something is typed that is not saved yet; stable across renders. */
  onDraft: (begun: boolean) => void;
  /** Filled with the way to send it while it is open. */
  send: RefObject<SendRepair | null>;
}

/**
 * A form with a repair in it: saving the form sends an open repair first, so that neither is lost. If the repair is
 * refused, the form stays as it is, with the reason at the repair.
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
