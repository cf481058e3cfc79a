/**
 * Records made on the phone, sent in order when online. The server deduplicates them by id, so that resending
 * one after a lost response is safe.
 */
import type { components } from '@/api/schema';
import {
  isCount,
  type Waiting,
  type WaitingCount,
  type WaitingHandover,
  type WaitingPhoto,
  type WaitingRepair,
} from './records';
import { outbox, removeFromOutbox, replaceInOutbox } from './store';

type Jobs = components['schemas']['CrewOut'];

const TIMEOUT_MS = 20_000;
/** How many counts the server takes in one request. */
const MOST_COUNTS = 500;

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
  const records = (await outbox()).filter((record) => record.person === person && record.refused === null);
  while (records.length > 0) {
    const counts = countsAhead(records);
    if (counts.length > 1 && (await sendTogether(counts))) {
      records.splice(0, counts.length);
    } else {
      for (const record of records.splice(0, counts.length || 1)) await sendOne(record);
    }
  }
}

async function sendOne(record: Waiting): Promise<void> {
  const response = await send(record);
  if (response.ok) await removeFromOutbox(record.order);
  else if (isTemporary(response)) throw new Unsent(`${response.status}`);
  else await replaceInOutbox({ ...record, refused: await reasonOf(response) });
}

/** Send counts of a stocktake in one request. Returns false if one of them is invalid and none was recorded. */
async function sendTogether(counts: readonly WaitingCount[]): Promise<boolean> {
  const response = await putCounts(counts);
  if (isTemporary(response)) throw new Unsent(`${response.status}`);
  if (response.status === 422) return false;
  const refused = response.ok ? null : await reasonOf(response);
  for (const count of counts) {
    await (refused === null ? removeFromOutbox(count.order) : replaceInOutbox({ ...count, refused }));
  }
  return true;
}

const isTemporary = ({ status }: Response) => status === 429 || status >= 500;

/** The next batch: counts of one stocktake at the head of the queue, up to the limit of a request. */
function countsAhead(records: readonly Waiting[]): WaitingCount[] {
  const counts: WaitingCount[] = [];
  for (const record of records.slice(0, MOST_COUNTS)) {
    if (!isCount(record) || record.stocktakeId !== (counts[0] ?? record).stocktakeId) break;
    counts.push(record);
  }
  return counts;
}

const submit = (method: 'POST' | 'PUT', path: string, body: object) =>
  call(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const upload = (path: string, photo: Blob) =>
  call(path, { method: 'POST', headers: { 'Content-Type': 'image/jpeg' }, body: photo });
const putCounts = (records: readonly WaitingCount[]) =>
  submit('PUT', `/api/stocktakes/${records[0]?.stocktakeId}/counts`, {
    counts: records.map(({ count }) => count),
  });

function send(record: Waiting): Promise<Response> {
  if ('payment' in record) return submit('POST', '/api/crew/payments', record.payment);
  if (isCount(record)) return putCounts([record]);
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
