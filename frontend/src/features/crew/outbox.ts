/**
 * Records made on the phone, sent in order when online. The server deduplicates them by id, so that resending
 * one after a lost response is safe.
 */
import type { Jobs, Recorded, Waiting } from './actions';
import { addToOutbox, outbox, removeFromOutbox, replaceInOutbox } from './store';

const TIMEOUT_MS = 20_000;

export class SignedOut extends Error {}
class Unsent extends Error {}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new Unsent('no network');
  }
  if (response.status === 401) throw new SignedOut('signed out');
  return response;
}

/** Load the upcoming jobs. Throws SignedOut, or another error if they could not be loaded. */
export async function readJobs(): Promise<Jobs> {
  const response = await call('/api/crew');
  if (!response.ok) throw new Unsent(`${response.status}`);
  const jobs: Jobs = await response.json();
  return jobs;
}

export const waiting = outbox;

/** Store a record on the phone until the server has it. */
export async function record(
  person: number,
  bookingId: number | null,
  title: string,
  recorded: Recorded,
): Promise<void> {
  await addToOutbox({ person, bookingId, title, ...recorded, refused: null });
}

export const forget = (order: number) => removeFromOutbox(order);

let sending: Promise<void> | null = null;

/**
 * Send a user's waiting records in order until one cannot be sent. Records that the server rejects are kept
 * with the reason, and sending continues.
 */
export function sendAll(person: number): Promise<void> {
  // Uses a Web Lock if available, so that two tabs send one after the other; the server deduplicates anyway.
  sending ??= alone(() => sendInOrder(person)).finally(() => {
    sending = null;
  });
  return sending;
}

function alone(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('crew-outbox', act) : act();
}

async function sendInOrder(person: number): Promise<void> {
  for (const action of await waiting()) {
    if (action.person !== person || action.refused !== null) continue;
    const response = await send(action);
    if (response.ok) {
      await removeFromOutbox(action.order);
    } else if (response.status === 429 || response.status >= 500) {
      throw new Unsent(`${response.status}`);
    } else {
      await replaceInOutbox({ ...action, refused: await reasonOf(response) });
    }
  }
}

const submit = (method: 'POST' | 'PUT', path: string, body: object) =>
  call(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Send a record, its photo first. Returns the first unsuccessful response, or the last one. */
async function send(record: Waiting): Promise<Response> {
  if ('payment' in record) return submit('POST', '/api/crew/payments', record.payment);
  if ('count' in record) {
    return submit('PUT', `/api/stocktakes/${record.stocktakeId}/counts`, { counts: [record.count] });
  }
  const { bookingId, handover, photo } = record;
  let sent = handover;
  if (photo !== undefined) {
    const response = await call('/api/photos', {
      method: 'POST',
      headers: { 'Content-Type': 'image/jpeg' },
      body: photo,
    });
    if (!response.ok) return response;
    const { photo: digest }: { photo: string } = await response.json();
    // Attach the photo to damaged and missing pieces if there are any, else to all lines.
    const wrong = handover.lines.some(({ outcome }) => outcome !== 'ok');
    const lines = handover.lines.map((line) =>
      wrong && line.outcome === 'ok' ? line : { ...line, photo: digest },
    );
    sent = { ...handover, lines };
  }
  return submit('POST', `/api/bookings/${bookingId}/handovers`, sent);
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const { message }: { message?: unknown } = await response.json();
    if (typeof message === 'string' && message !== '') return message;
  } catch {
    // A proxy responded instead of the server.
  }
  return 'The server rejected this record.';
}
