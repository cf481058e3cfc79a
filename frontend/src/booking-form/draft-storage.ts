/**
 * Stores the typed form and its result across reloads for an hour. A sandboxed frame may have no storage:
 * then nothing is stored.
 */
import { isObject } from '@/lib/keys';
import { type BookingDraft, EMPTY_DRAFT } from './draft';

export interface StoredForm {
  readonly draft: BookingDraft;
  /** Idempotency key of the filled form, so that a retry after a reload is still the same request. */
  readonly key: string;
  /** The server's response, once sent. */
  readonly booked?: object;
}

const SHOWN_MS = 3_600_000;

export type OpenStorage = () => Storage;

const openSession: OpenStorage = () => window.sessionStorage;

function read(value: unknown): StoredForm | null {
  if (!isObject(value)) return null;
  const { draft, key, booked, at } = value;
  if (!isObject(draft) || typeof key !== 'string' || key === '') return null;
  if (booked && !(Number(at) > Date.now() - SHOWN_MS)) return null;
  const texts = Object.keys(EMPTY_DRAFT).filter((name) => typeof draft[name] === 'string');
  const addOns = Array.isArray(draft.addOns) ? draft.addOns.filter((code) => typeof code === 'string') : [];
  const more = Array.isArray(draft.more) ? draft.more.filter((line) => typeof line?.kind === 'string') : [];
  return {
    draft: { ...EMPTY_DRAFT, ...Object.fromEntries(texts.map((name) => [name, draft[name]])), addOns, more },
    key,
    ...(typeof booked === 'object' && booked && { booked }),
  };
}

/** Storage for one form, by a name that identifies it (the operator). Never throws. */
export function draftStorage(name: string, open: OpenStorage = openSession) {
  const item = `marqueedesk.booking-form.${name}`;
  return {
    load(): StoredForm | null {
      try {
        return read(JSON.parse(open().getItem(item) ?? 'null'));
      } catch {
        return null;
      }
    },
    save(form: StoredForm): void {
      try {
        open().setItem(item, JSON.stringify({ ...form, at: Date.now() }));
      } catch {
        // The draft then lasts until the page closes.
      }
    },
    clear(): void {
      try {
        open().removeItem(item);
      } catch {
        // Nothing was stored.
      }
    },
  };
}
