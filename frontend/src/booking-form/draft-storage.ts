/** What was typed survives a reload, and so does what came of it, for an hour. Storage may be closed to a sandboxed frame: then it does not. */
import { isObject } from '@/lib/keys';
import { type BookingDraft, EMPTY_DRAFT } from './draft';

export interface StoredForm {
  readonly draft: BookingDraft;
  /** Idempotency key of the form as filled, so that a retry after a reload is still the same request. */
  readonly key: string;
  /** The answer to the form, once it was sent. */
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

/** A place for one form, by a name that tells forms apart (the operator). It never throws. */
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
        // The form then lasts as long as the page.
      }
    },
    clear(): void {
      try {
        open().removeItem(item);
      } catch {
        // There was nothing kept.
      }
    },
  };
}
