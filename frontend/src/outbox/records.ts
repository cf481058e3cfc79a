/** Records that wait on the device until the server has them. */
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
export type RepairInput = Schemas['RepairInput'] & { clientId: string };
export type CrewPayment = Schemas['CrewPaymentInput'];

/** Goods that moved. The photo, of damage or of the delivery, is sent before the handover. */
interface HandoverRecord {
  readonly handover: Schemas['HandoverInput'];
  readonly photo?: Blob;
}

/** A report about the amount to collect. */
interface PaymentRecord {
  readonly payment: CrewPayment;
}

/** A count of letters on a shelf. */
interface CountRecord {
  readonly stocktakeId: number;
  readonly count: Schemas['CountInput'];
}

/**
 * A repair or loss, or a photo of one. The server recognizes a repair that it has by its `clientId`, so that a
 * photo can be sent with the whole record, before or after the repair itself.
 */
interface RepairRecord {
  readonly repair: RepairInput;
  readonly photo?: Blob;
}

/** A photo of a repair that the server has. */
interface PhotoRecord {
  readonly repairId: number;
  readonly photo: Blob;
}

export type Recorded = HandoverRecord | PaymentRecord | CountRecord | RepairRecord | PhotoRecord;

interface Waits {
  /** Position in the queue. */
  readonly order: number;
  /** The user who made the record. */
  readonly person: number;
  /** The booking that it is about; null for counts, repairs and their photos. */
  readonly bookingId: number | null;
  readonly title: string;
  /** Why the server rejected it; null while it waits. */
  readonly refused: string | null;
}

export type WaitingHandover = HandoverRecord & Waits;
export type WaitingCount = CountRecord & Waits;
export type WaitingRepair = RepairRecord & Waits;
export type WaitingPhoto = PhotoRecord & Waits;
/** A record of the crew at a stop or a shelf. */
export type AtStop = WaitingHandover | (PaymentRecord & Waits) | WaitingCount;
export type Waiting = Recorded & Waits;
export type NewRecord = Recorded & Omit<Waits, 'order'>;

export const isHandover = (record: Waiting): record is WaitingHandover => 'handover' in record;
export const isCount = (record: Waiting): record is WaitingCount => 'count' in record;
export const isRepair = (record: Waiting): record is WaitingRepair | WaitingPhoto =>
  'repair' in record || 'repairId' in record;
