/** One booking that blocks the change, as a 409 lists them. */
export interface ConflictingBooking {
  id: number;
  number: number;
  customerName: string;
  deliveryDate: string;
}

/** A letter's pieces in repair that block the change, as a 409 lists them. */
export interface RepairInTheWay {
  count: number;
  firstDay: string;
  lastDay: string | null;
}

const unreachable = 'The server could not be reached. Check your connection and try again.';
const unexplained = 'Something went wrong on our side. Please try again in a moment.';

/**
 * Any answer that is not OK, or no answer at all (status 0, code "unreachable").
 *
 * `message` keeps the form "status: body"; people are shown `sentence`, the server's own words where it sent some.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
  /** Whether the sentence is the server's own. */
  readonly explained: boolean;
  /** Field name to sentence, for the fields that the server found fault with. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which the server wants to be asked again; null where it does not say. */
  readonly retryAfter: number | null;
  /** Whatever else the answer carried. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    body: string,
    statusText = '',
    options?: ErrorOptions & { retryAfter?: string | null },
  ) {
    super(`${status}: ${body === '' ? statusText : body}`, options);
    this.name = 'ApiError';
    this.status = status;
    const { message, code, fields, ...extra } = parseObject(body);
    this.code = typeof code === 'string' ? code : status === 0 ? 'unreachable' : 'unknown';
    const own = typeof message === 'string' && message !== '' ? message : null;
    this.explained = own !== null;
    this.sentence = own ?? (status === 0 ? unreachable : unexplained);
    this.fields = textEntries(fields);
    // The header's other form, a date, is none that our server sends.
    this.retryAfter = /^\d{1,6}$/.test(options?.retryAfter ?? '') ? Number(options?.retryAfter) : null;
    this.extra = extra;
  }

  static async from(response: Response): Promise<ApiError> {
    const retryAfter = response.headers.get('retry-after');
    return new ApiError(response.status, await response.text(), response.statusText, { retryAfter });
  }

  /** For a request that got no answer: offline, refused, or cut off. */
  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, '', unreachable, { cause });
  }

  /** The same with other names of its fields, as a form calls them. */
  withFields(fields: Readonly<Record<string, string>>): ApiError {
    const text = JSON.stringify({
      ...this.extra,
      ...(this.explained && { message: this.sentence }),
      code: this.code,
      fields,
    });
    return new ApiError(this.status, text, '', {
      cause: this,
      retryAfter: this.retryAfter === null ? null : String(this.retryAfter),
    });
  }

  /** The bookings that a 409 names; empty when it names none. */
  get bookings(): ConflictingBooking[] {
    const { bookings } = this.extra;
    return Array.isArray(bookings) ? bookings.filter(isConflictingBooking) : [];
  }

  /** The repairs that a 409 names; empty when it names none. */
  get repairs(): RepairInTheWay[] {
    const { repairs } = this.extra;
    return Array.isArray(repairs) ? repairs.filter(isRepair) : [];
  }
}

function isRepair(value: unknown): value is RepairInTheWay {
  return (
    isRecord(value) &&
    typeof value.count === 'number' &&
    typeof value.firstDay === 'string' &&
    (typeof value.lastDay === 'string' || value.lastDay === null)
  );
}

/** What to show a person for anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error && 'sentence' in error ? String(error.sentence) : unexplained;
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) ? parsed : {};
  } catch {
    // A proxy or a crash may answer with a page; its text stays in the error's message.
    return {};
  }
}

function textEntries(value: unknown): Record<string, string> {
  if (!isRecord(value)) {
    return {};
  }
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isConflictingBooking(value: unknown): value is ConflictingBooking {
  return (
    isRecord(value) &&
    typeof value.id === 'number' &&
    typeof value.number === 'number' &&
    typeof value.customerName === 'string' &&
    typeof value.deliveryDate === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
