/** Offline storage in IndexedDB: the upcoming jobs and the outbox. */
import type { components } from '@/api/schema';
import type { NewRecord, Waiting } from './records';

type Jobs = components['schemas']['CrewOut'];

const DATABASE = 'marqueedesk-crew';
const JOBS = 'jobs';
const OUTBOX = 'outbox';

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(JOBS);
      request.result.createObjectStore(OUTBOX, { keyPath: 'order', autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      opened = null;
      reject(request.error);
    };
  });
  return opened;
}

async function run<T>(
  store: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database()).transaction(store, mode);
  const request = act(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    // Stored only once the transaction has completed.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const keepJobs = (jobs: Jobs | undefined) =>
  run(JOBS, 'readwrite', (store) => store.put(jobs, 'last'));
export const keptJobs = (): Promise<Jobs | undefined> => run(JOBS, 'readonly', (store) => store.get('last'));

/** Append to the outbox; returns the record's position. */
export const addToOutbox = (record: NewRecord) => run(OUTBOX, 'readwrite', (store) => store.add(record));
/** Replace a record by its `order`. */
export const replaceInOutbox = (record: Waiting) => run(OUTBOX, 'readwrite', (store) => store.put(record));
export const removeFromOutbox = (order: number) => run(OUTBOX, 'readwrite', (store) => store.delete(order));
/** All records in the outbox, in order. */
export const outbox = (): Promise<Waiting[]> => run(OUTBOX, 'readonly', (store) => store.getAll());
