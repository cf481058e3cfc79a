const unreachable = 'The server could not be reached. Check your connection and try again.';
const unexplained = 'Something went wrong on our side. Please try again in a moment.';

/**
 * Non-OK response, or no response (status 0, code "unreachable").
 *
 * `message` has the form "status: body"; `sentence` is user-facing, the server's message if it sent one.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
  /** Whether the server sent the message. */
  readonly explained: boolean;
  /** Error messages by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before a retry; null if not given. */
  readonly retryAfter: number | null;
  /** Other fields of the error response. */
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
    // The server never sends the header's date form.
    this.retryAfter = /^\d{1,6}$/.test(options?.retryAfter ?? '') ? Number(options?.retryAfter) : null;
    this.extra = extra;
  }

  /** Whether the payment provider rejected the call. A retry with the same key is rejected too. */
  get refusedByProvider(): boolean {
    return this.code === 'provider_refused';
  }

  /** Error for a request without a response: offline, refused or cut off. */
  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, '', unreachable, { cause });
  }
}

/** User-facing message of any thrown value. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error && 'sentence' in error ? String(error.sentence) : unexplained;
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) ? parsed : {};
  } catch {
    // A proxy or crash may respond with HTML, which stays in `message` only.
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

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
