/**
 * Stores the typed form and its result across reloads for an hour. A sandboxed frame may have no storage:
 * then nothing is stored.
 */
import { isObject } from '@/lib/keys';
import { type BookingDraft, type DraftLine, EMPTY_DRAFT, EMPTY_LINE } from './draft';

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

/** Whether a stored line has the current format. */
function isLine(value: unknown): value is DraftLine {
  if (!isObject(value)) return false;
  if (value.kind === 'item') return typeof value.itemId === 'number' && typeof value.quantity === 'string';
  if (value.kind === 'package') return typeof value.packageId === 'number' && Array.isArray(value.words);
  const texts = [value.text, value.size, value.finish, value.colorOption];
  return (
    value.kind === 'letters' && texts.every((text) => typeof text === 'string') && Array.isArray(value.addOns)
  );
}

function read(value: unknown): StoredForm | null {
  if (!isObject(value)) return null;
  const { draft, key, booked, at } = value;
  if (!isObject(draft) || typeof key !== 'string' || key === '') return null;
  if (booked && !(Number(at) > Date.now() - SHOWN_MS)) return null;
  const texts = Object.keys(EMPTY_DRAFT).filter((name) => typeof draft[name] === 'string');
  const [first = EMPTY_LINE, ...rest] = Array.isArray(draft.lines) ? draft.lines.filter(isLine) : [];
  if (first.kind !== 'letters') return null;
  return {
    draft: {
      ...EMPTY_DRAFT,
      ...Object.fromEntries(texts.map((name) => [name, draft[name]])),
      lines: [first, ...rest],
    },
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
