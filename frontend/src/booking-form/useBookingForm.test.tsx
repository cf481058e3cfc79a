import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { estimate } from '@/testing/bookings';
import type { Estimate } from './answers';
import {
  type BookingDraft,
  type BookingPayload,
  EMPTY_DRAFT,
  type EstimateRequest,
  withFirst,
} from './draft';
import { draftStorage } from './draft-storage';
import { useBookingForm } from './useBookingForm';

const limits = { today: '2027-05-01', lastDay: '2030-05-01', maxRentalDays: 90, venueRequired: true };
const initial: BookingDraft = { ...EMPTY_DRAFT, ...withFirst(EMPTY_DRAFT, { size: '4ft' }) };
const saying = (text: string) => withFirst(initial, { text });
const smaller = withFirst(initial, { text: 'Love', size: '2ft' });
const complete: Partial<BookingDraft> = {
  ...saying('Love'),
  venueId: '7',
  customerName: 'Ada',
  customerEmail: 'ada@example.org',
  deliveryDate: '06/01/2027',
  pickupDate: '06/03/2027',
};

function answer(total: number, patch: Partial<Estimate> = {}): Estimate {
  const breakdown = {
    basePrice: total,
    surcharge: 0,
    deposit: 0,
    addons: 0,
    colorCost: 0,
    total,
    letterCount: 4,
    pricePerLetter: 25,
    days: 2,
  };
  return { ...estimate(), breakdown, lines: [], ...patch };
}

/** Pending requests of the form, answered by the test, in any order. */
function server() {
  const estimates: {
    request: EstimateRequest;
    key: string;
    signal: AbortSignal;
    answer: (e: Estimate) => void;
    fail: (e: unknown) => void;
  }[] = [];
  const bookings: {
    payload: BookingPayload;
    key: string;
    answer: (booking: { id: number }) => void;
    fail: (e: unknown) => void;
  }[] = [];
  return {
    estimates,
    bookings,
    calls: {
      estimate: (request: EstimateRequest, key: string, signal: AbortSignal) =>
        new Promise<Estimate>((resolve, reject) =>
          estimates.push({ request, key, signal, answer: resolve, fail: reject }),
        ),
      book: (payload: BookingPayload, key: string) =>
        new Promise<{ id: number }>((resolve, reject) =>
          bookings.push({ payload, key, answer: resolve, fail: reject }),
        ),
    },
  };
}

function open(storage?: ReturnType<typeof draftStorage>) {
  const requests = server();
  const { calls } = requests;
  const hook = renderHook(() =>
    useBookingForm({ limits, operator: '3', initial, calls, ...(storage && { storage }) }),
  );
  const form = () => hook.result.current;
  const change = (patch: Partial<BookingDraft>) => act(() => form().change(patch));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { ...requests, hook, form, change, wait };
}

async function priced(total = 200) {
  const opened = open();
  opened.change(complete);
  await opened.wait(300);
  await act(async () => opened.estimates.at(-1)?.answer(answer(total)));
  return opened;
}

const problem = (status: number, body: object) => new ApiError(status, JSON.stringify(body));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

describe('the estimate', () => {
  it('sends a single request after typing pauses', async () => {
    const { change, wait, estimates } = open();
    for (const message of ['L', 'LO', 'LOV', 'LOVE']) {
      change(saying(message));
      await wait(100);
    }
    expect(estimates).toHaveLength(0);
    await wait(300);
    expect(estimates.map((e) => e.request.message)).toEqual(['LOVE']);
  });

  it('sends no new request after edits that cannot change the price', async () => {
    const { change, wait, estimates } = await priced();
    const before = estimates.length;
    change({ notes: 'Back door', customerName: 'Ada L.' });
    await wait(1000);
    expect(estimates).toHaveLength(before);
  });

  it('ignores a response to an outdated request', async () => {
    const { change, wait, estimates, form } = open();
    change(complete);
    await wait(300);
    change(saying('Lover'));
    await wait(300);
    expect(estimates[0]?.signal.aborted).toBe(true);
    await act(async () => estimates[1]?.answer(answer(250)));
    await act(async () => estimates[0]?.answer(answer(200)));
    expect(form().price?.total).toBe(250);
  });

  it('shows no price as current while a new one is loading', async () => {
    const { change, form } = await priced(200);
    expect(form().price?.total).toBe(200);
    change(smaller);
    expect(form().price).toBeNull();
    expect(form().estimate.pending).toBe(true);
    expect(form().estimate.estimate?.breakdown?.total).toBe(200);
  });

  it('is retried automatically after a temporary failure', async () => {
    const { change, wait, estimates, form } = open();
    change(complete);
    await wait(300);
    await act(async () => estimates[0]?.fail(ApiError.unreachable(null)));
    expect(form().estimate.error).toBeInstanceOf(ApiError);
    await wait(4100);
    await wait(1);
    await act(async () => estimates[1]?.answer(answer(200)));
    expect(form().estimate.error).toBeNull();
    expect(form().price?.total).toBe(200);
  });

  it('shows the server’s error at its field', async () => {
    const { change, wait, estimates, form } = open();
    change({ ...complete, ...saying('LO\u202eVE') });
    await wait(300);
    await act(async () =>
      estimates[0]?.fail(problem(422, { fields: { message: 'Hidden characters', userId: 'x' } })),
    );
    expect(form().errors).toEqual({ message: 'Hidden characters' });
  });
});

describe('sending', () => {
  it('marks all missing fields and names the first', async () => {
    const { form, bookings } = open();
    let result: unknown;
    await act(async () => {
      result = await form().submit();
    });
    expect(result).toEqual({ kind: 'missing', field: 'message' });
    expect(form().errors.customerEmail).toBe('Enter your email address');
    expect(bookings).toHaveLength(0);
  });

  it('does not send invalid input', async () => {
    const { form, change, bookings } = await priced();
    change({ customerEmail: 'nobody' });
    let result: unknown;
    await act(async () => {
      result = await form().submit();
    });
    expect(result).toMatchObject({ kind: 'wrong', field: 'customerEmail' });
    expect(bookings).toHaveLength(0);
  });

  it('never books at a price that was not shown', async () => {
    const { form, change, wait, estimates, bookings } = open();
    change(complete);
    await wait(300);
    await act(async () => estimates[0]?.fail(problem(500, { message: 'Oh' })));
    await act(async () => void (await form().submit()));
    expect(bookings).toHaveLength(0);
    expect(form().refusal).toEqual({ kind: 'failed', sentence: 'Oh', explained: true });
  });

  it('sends once, with the displayed total and the form’s key', async () => {
    const { form, bookings, estimates } = await priced(200);
    await act(async () => {
      void form().submit();
      void form().submit();
    });
    expect(bookings).toHaveLength(1);
    expect(bookings[0]?.payload.totalPrice).toBe(200);
    expect(bookings[0]?.key).toBe(estimates[0]?.key);
    expect(form().sending).toBe(true);
    await act(async () => bookings[0]?.answer({ id: 9 }));
    expect(form().booked).toEqual({ id: 9 });
    expect(form().sending).toBe(false);
  });

  it('retries with the same key after a lost response', async () => {
    const { form, bookings } = await priced();
    await act(async () => void form().submit());
    await act(async () => bookings[0]?.fail(ApiError.unreachable(null)));
    expect(form().refusal?.sentence).toMatch(/connection/);
    expect(form().draft.customerName).toBe('Ada');
    await act(async () => void form().submit());
    expect(bookings[1]?.key).toBe(bookings[0]?.key);
  });

  it('creates a new key after a success, and keeps the customer details', async () => {
    const { form, bookings, change, wait, estimates } = await priced();
    await act(async () => void form().submit());
    await act(async () => bookings[0]?.answer({ id: 9 }));
    act(() => form().startAgain());
    expect(form().draft).toEqual({ ...initial, customerName: 'Ada', customerEmail: 'ada@example.org' });
    change(complete);
    await wait(300);
    await act(async () => estimates.at(-1)?.answer(answer(200)));
    await act(async () => void form().submit());
    expect(bookings[1]?.key).not.toBe(bookings[0]?.key);
  });

  it('shows a changed price and needs another submit', async () => {
    const { form, bookings } = await priced(200);
    await act(async () => void form().submit());
    await act(async () =>
      bookings[0]?.fail(
        problem(409, { message: 'x', code: 'price_changed', breakdown: answer(230).breakdown }),
      ),
    );
    expect(form().refusal?.kind).toBe('price_changed');
    expect(form().price?.total).toBe(230);
    await act(async () => void form().submit());
    expect(bookings[1]?.payload.totalPrice).toBe(230);
  });

  it('shows letters that became unavailable until the form changes', async () => {
    const { form, bookings, change } = await priced();
    await act(async () => void form().submit());
    const shortages = [{ letter: 'L', needed: 1, day: '2027-06-01' }];
    await act(async () =>
      bookings[0]?.fail(problem(409, { message: 'Not enough L', code: 'not_enough_letters', shortages })),
    );
    expect(form().refusal?.sentence).toBe('Not enough L');
    expect(form().estimate.estimate).toMatchObject({ available: false, shortages });
    change(smaller);
    expect(form().refusal).toBeNull();
  });

  it('shows the server’s errors at their fields until they are changed', async () => {
    const { form, bookings, change } = await priced();
    let result: unknown;
    await act(async () => {
      void form()
        .submit()
        .then((value) => {
          result = value;
        });
    });
    await act(async () => bookings[0]?.fail(problem(422, { fields: { customerEmail: 'No mail there' } })));
    expect(result).toMatchObject({ kind: 'refused', field: 'customerEmail' });
    expect(form().errors.customerEmail).toBe('No mail there');
    change({ customerEmail: 'ada@example.net' });
    expect(form().errors.customerEmail).toBeUndefined();
  });

  it('creates a new key if an earlier version had arrived', async () => {
    const { form, bookings } = await priced();
    await act(async () => void form().submit());
    await act(async () => bookings[0]?.fail(problem(409, { message: 'x', code: 'idempotency_key_reused' })));
    expect(form().refusal?.kind).toBe('already_sent');
    await act(async () => void form().submit());
    expect(bookings[1]?.key).not.toBe(bookings[0]?.key);
  });
});

describe('typed values', () => {
  it('typed values survive a reload with their key and result', async () => {
    const storage = draftStorage('3');
    const first = open(storage);
    first.change(complete);
    await first.wait(300);
    first.hook.unmount();

    const second = open(storage);
    expect(second.form().draft).toEqual({ ...initial, ...complete });
    await second.wait(300);
    expect(second.estimates[0]?.key).toBe(first.estimates[0]?.key);
    await act(async () => second.estimates[0]?.answer(answer(200)));
    await act(async () => void second.form().submit());
    await act(async () => second.bookings[0]?.answer({ id: 9 }));

    const third = open(storage);
    expect(third.form().booked).toEqual({ id: 9 });
    await act(async () => third.form().startAgain());
    expect(third.form().booked).toBeNull();
    expect(third.form().draft.lines[0].text).toBe('');
    expect(storage.load()?.booked).toBeUndefined();
  });

  it('typed values are not stored before the user changes the form', async () => {
    const storage = draftStorage('3');
    const { change, wait } = open(storage);
    await wait(300);
    expect(storage.load()).toBeNull();
    change(smaller);
    expect(storage.load()?.draft.lines[0].size).toBe('2ft');
  });
});
