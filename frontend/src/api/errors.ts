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

  /** Whether the payment provider has definitely refused. What it refused stays refused under the same key. */
  get refusedByProvider(): boolean {
    return this.code === 'provider_refused';
  }

  /** For a request that got no answer: offline, refused, or cut off. */
  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, '', unreachable, { cause });
  }
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

/** Whether a value of the wire is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
