/**
 * Records made on the phone, sent in order when online. The server deduplicates them by id, so that resending
 * one after a lost response is safe.
 */
import type { components } from '@/api/schema';
import type { Waiting, WaitingHandover, WaitingPhoto, WaitingRepair } from './records';
import { outbox, removeFromOutbox, replaceInOutbox } from './store';

type Jobs = components['schemas']['CrewOut'];

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
  for (const record of await outbox()) {
    if (record.person !== person || record.refused !== null) continue;
    const response = await send(record);
    if (response.ok) {
      await removeFromOutbox(record.order);
    } else if (response.status === 429 || response.status >= 500) {
      throw new Unsent(`${response.status}`);
    } else {
      await replaceInOutbox({ ...record, refused: await reasonOf(response) });
    }
  }
}

const submit = (method: 'POST' | 'PUT', path: string, body: object) =>
  call(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const upload = (path: string, photo: Blob) =>
  call(path, { method: 'POST', headers: { 'Content-Type': 'image/jpeg' }, body: photo });

function send(record: Waiting): Promise<Response> {
  if ('payment' in record) return submit('POST', '/api/crew/payments', record.payment);
  if ('count' in record) {
    return submit('PUT', `/api/stocktakes/${record.stocktakeId}/counts`, { counts: [record.count] });
  }
  return 'handover' in record ? sendHandover(record) : sendRepair(record);
}

/** Send a repair, then its photo. Returns the first unsuccessful response, or the last one. */
async function sendRepair(record: WaitingRepair | WaitingPhoto): Promise<Response> {
  if ('repairId' in record) {
    return upload(`/api/repairs/${record.repairId}/photos`, record.photo);
  }
  const response = await submit('POST', '/api/repairs', record.repair);
  if (!response.ok || record.photo === undefined) return response;
  const { id }: { id: number } = await response.json();
  return upload(`/api/repairs/${id}/photos`, record.photo);
}

/** Send a handover, its photo first. Returns the first unsuccessful response, or the last one. */
async function sendHandover({ bookingId, handover, photo }: WaitingHandover): Promise<Response> {
  let sent = handover;
  if (photo !== undefined) {
    const response = await upload('/api/photos', photo);
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
