import { useCallback, useEffect, useState } from 'react';
import { sendAll } from './outbox';
import { isRepair, type NewRecord, type WaitingPhoto, type WaitingRepair } from './records';
import { addToOutbox, outbox, removeFromOutbox } from './store';

type Row = WaitingRepair | WaitingPhoto;

async function rowsOf(person: number): Promise<readonly Row[]> {
  const records = await outbox().catch(() => []);
  return records.flatMap((record) => (record.person === person && isRepair(record) ? [record] : []));
}

/**
 * Repairs and photos that wait on this device until they are sent: on opening, on reconnecting and on focus.
 * Rejected ones stay until they are removed.
 */
export function useWaitingRepairs(person: number) {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const refresh = useCallback(async () => {
    const waiting = await rowsOf(person);
    setRows(waiting);
    if (waiting.length === 0) return;
    // What could not be sent stays in the queue.
    await sendAll(person).catch(() => undefined);
    setRows(await rowsOf(person));
  }, [person]);
  useEffect(() => {
    const again = () => void refresh();
    again();
    window.addEventListener('online', again);
    window.addEventListener('focus', again);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener('focus', again);
    };
  }, [refresh]);
  return {
    rows,
    /** Store a record on this device and send it as soon as possible. Throws if it can't be stored. */
    add: async (record: NewRecord) => {
      await addToOutbox(record);
      void refresh();
    },
    remove: async (order: number) => {
      await removeFromOutbox(order);
      setRows(await rowsOf(person));
    },
  };
}
