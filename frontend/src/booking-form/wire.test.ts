// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { DEFAULT_FORMAT } from '@/lib/format';
import { type Refusal, refusalOf, toastAbout } from './answers';
import { priceLines } from './breakdown';
import {
  bookingPayload,
  type DraftLine,
  type DraftLines,
  EMPTY_DRAFT,
  estimateRequest,
  fieldAt,
  operatorOnWire,
  withFirst,
} from './draft';
import { draftStorage } from './draft-storage';
import { newKey } from './idempotency';

const filled = {
  ...EMPTY_DRAFT,
  ...withFirst(EMPTY_DRAFT, { text: 'Love', size: '4ft', addOns: ['stand'] }),
  venueId: '7',
  customerName: ' Ada ',
  customerEmail: ' ada@example.org ',
  deliveryDate: '6/1/2027',
  pickupDate: '06/03/2027',
};

describe('the request', () => {
  it('is not sent while a date is incomplete', () => {
    expect(bookingPayload(DEFAULT_FORMAT, { ...filled, pickupDate: '6/3' }, 200)).toBeNull();
  });

  it('is not sent before there is a letter', () => {
    expect(estimateRequest(DEFAULT_FORMAT, { ...filled, ...withFirst(filled, { text: '  ' }) })).toBeNull();
  });

  it('omits incomplete values', () => {
    expect(estimateRequest(DEFAULT_FORMAT, { ...filled, venueId: '', pickupDate: '6/3' }, '3')).toEqual({
      message: 'Love',
      size: '4ft',
      deliveryDate: '2027-06-01',
      colorOption: 'standard',
      addOns: { stand: true },
      userId: 3,
    });
  });

  it('is a list of lines if there is more than the message', () => {
    const letters = {
      kind: 'letters',
      size: '2ft',
      finish: '',
      colorOption: 'standard',
      addOns: [],
    } as const;
    const more: DraftLine[] = [
      { ...letters, text: ' ' },
      { ...letters, text: '2027', finish: 'rgb', addOns: ['stand'] },
      { kind: 'item', itemId: 3, quantity: '2' },
      { kind: 'package', packageId: 4, words: ['A', ''] },
    ];
    const lines: DraftLines = [...filled.lines, ...more];
    const request = estimateRequest(DEFAULT_FORMAT, { ...filled, lines });
    expect(request?.lines).toEqual([
      { kind: 'letters', text: 'Love', size: '4ft', colorOption: 'standard', addOns: { stand: true } },
      {
        kind: 'letters',
        text: '2027',
        size: '2ft',
        finish: 'rgb',
        colorOption: 'standard',
        addOns: { stand: true },
      },
      { kind: 'item', itemId: 3, quantity: 2 },
    ]);
    expect(request).not.toHaveProperty('message');
    // Server paths count the sent lines; an empty line was not sent.
    const at = (path: string, text = 'Love') => fieldAt(path, withFirst({ lines }, { text }).lines);
    expect(['lines', 'lines[0].text', 'lines[1].text', 'lines[2].quantity'].map((path) => at(path))).toEqual([
      'lines',
      'message',
      'lines[2].text',
      'lines[3].quantity',
    ]);
    expect(at('lines[1].quantity', '')).toBe('lines[3].quantity');
  });

  it('sends a finish, which only a line can have', () => {
    expect(
      estimateRequest(DEFAULT_FORMAT, { ...filled, ...withFirst(filled, { finish: 'rgb' }) })?.lines,
    ).toMatchObject([{ finish: 'rgb' }]);
  });

  it('sends a public key as text and an id as a number', () => {
    expect(operatorOnWire('42')).toBe(42);
    expect(operatorOnWire('mk_abc')).toBe('mk_abc');
  });

  it('includes the displayed total and trimmed texts, and no empty values', () => {
    expect(bookingPayload(DEFAULT_FORMAT, filled, 200)).toEqual({
      message: 'Love',
      size: '4ft',
      venueId: 7,
      deliveryDate: '2027-06-01',
      pickupDate: '2027-06-03',
      colorOption: 'standard',
      addOns: { stand: true },
      customerName: 'Ada',
      customerEmail: 'ada@example.org',
      totalPrice: 200,
    });
  });
});

const price = {
  basePrice: 450,
  surcharge: 0,
  deposit: 50,
  addons: 50,
  colorCost: 0,
  total: 500,
  letterCount: 9,
  pricePerLetter: 25,
  days: 2,
};

describe('price lines', () => {
  it('explains the letters and omits lines of zero', () => {
    expect(priceLines(price, 'USD')).toEqual([
      { label: 'Letters', detail: '9 letters × $25.00 × 2 days', amount: 450 },
      { label: 'Add-ons', amount: 50 },
    ]);
  });

  it('shows no multiplication for mixed letter prices', () => {
    const detail = (patch: object) => priceLines({ ...price, ...patch }, 'USD')[0]?.detail;
    expect(detail({ basePrice: 225 })).toBe('9 letters × $25.00');
    expect(detail({ basePrice: 447 })).toBe('9 letters, 2 days');
    expect(detail({ basePrice: 0.3, pricePerLetter: 0.1, letterCount: 3, days: 1 })).toBe(
      '3 letters × $0.10 × 1 day',
    );
  });

  it('lists rented lines instead of letters and options', () => {
    const rental = [{ label: 'LOVE', amount: 450 }];
    const none = { ...price, letterCount: 0, basePrice: 0, addons: 0, items: 80 };
    expect(priceLines(none, 'USD')[0]).toEqual({ label: 'Items', amount: 80 });
    expect(priceLines({ ...price, items: 80, tax: 1 }, 'USD', [], rental).map((l) => l.label)).toEqual([
      'LOVE',
      'Sales tax',
    ]);
  });

  it('shows the lines that only some price lists have', () => {
    const labels = priceLines({ ...price, deliveryFee: 20, minimumOrderAdjustment: 5, tax: 1 }, 'USD').map(
      (l) => l.label,
    );
    expect(labels).toEqual(['Letters', 'Add-ons', 'Minimum order', 'Delivery fee', 'Sales tax']);
  });
});

describe('rejections', () => {
  const refused = (status: number, body: object) => refusalOf(new ApiError(status, JSON.stringify(body)));

  it('are recognized by the kind of rejection', () => {
    expect(refused(409, { message: 'Changed', code: 'price_changed', breakdown: price })).toEqual({
      kind: 'price_changed',
      sentence: 'Changed',
      breakdown: price,
    });
    expect(
      refused(409, { message: 'Short', code: 'not_enough_letters', shortages: [{ letter: 'R', needed: 2 }] }),
    ).toEqual({
      kind: 'not_enough_letters',
      sentence: 'Short',
      stock: { shortages: [{ letter: 'R', needed: 2 }], alternatives: [], offers: [] },
    });
    expect(refused(422, { message: 'Check', code: 'invalid', fields: { customerEmail: 'No' } })).toEqual({
      kind: 'fields',
      sentence: 'Check',
      fields: { customerEmail: 'No' },
    });
    expect(refused(404, { message: 'Gone', code: 'no_operator' }).kind).toBe('no_operator');
    expect(refused(409, { message: 'x', code: 'idempotency_key_reused' }).kind).toBe('already_sent');
  });

  it('of an unknown kind are retried', () => {
    expect(refusalOf(new ApiError(503, '<html>')).kind).toBe('failed');
    expect(refusalOf(ApiError.unreachable(null)).sentence).toMatch(/connection/);
    expect(refusalOf(new TypeError('x')).kind).toBe('failed');
    expect(refused(409, { message: 'x', code: 'price_changed' }).kind).toBe('failed');
  });

  it("show the server's message, or a generic one if it sent none", () => {
    const toasted = (refusal: Refusal) => [toastAbout(refusal).title, toastAbout(refusal).description];
    const ours = ['Error', 'There was a problem submitting your booking'];
    expect(toasted(refused(429, { message: 'Slow down.', code: 'too_many' }))).toEqual([
      'Error',
      'Slow down.',
    ]);
    expect(toasted(refusalOf(new ApiError(502, '<html>')))).toEqual(ours);
    expect(toasted(refusalOf(ApiError.unreachable(null)))).toEqual(ours);
  });
});

/** In-memory storage with the methods that the form uses. */
function memory(text: string | null = null) {
  let stored = text;
  return () =>
    ({
      getItem: () => stored,
      setItem: (_name: string, value: string) => {
        stored = value;
      },
      removeItem: () => {
        stored = null;
      },
    }) as unknown as Storage;
}

describe('a stored draft', () => {
  it('restores the entered values unchanged', () => {
    const storage = draftStorage('7', memory());
    storage.save({ draft: filled, key: 'k' });
    expect(storage.load()).toEqual({ draft: filled, key: 'k' });
    storage.clear();
    expect(storage.load()).toBeNull();
  });

  it.each(['{', '1', '{"draft":1,"key":"k"}', '{"draft":{}}'])('is ignored if it contains %s', (text) => {
    expect(draftStorage('7', memory(text)).load()).toBeNull();
  });

  it('accepts only texts in text fields and complete lines', () => {
    const text =
      '{"draft":{"city":{"a":1},"notes":"n","lines":[{"kind":"letters","text":1}],"other":"x"},"key":"k"}';
    expect(draftStorage('7', memory(text)).load()?.draft).toEqual({ ...EMPTY_DRAFT, notes: 'n' });
    const lines = [...filled.lines, { kind: 'item', itemId: 3, quantity: '2' }];
    const stored = JSON.stringify({ draft: { lines: [...lines, { kind: 'item' }] }, key: 'k' });
    expect(draftStorage('7', memory(stored)).load()?.draft).toEqual({ ...EMPTY_DRAFT, lines });
  });

  it('expires an hour after it was sent', () => {
    vi.useFakeTimers({ now: 0 });
    const storage = draftStorage('7', memory());
    storage.save({ draft: filled, key: 'k', booked: { id: 9 } });
    expect(storage.load()?.booked).toEqual({ id: 9 });
    vi.setSystemTime(3_600_001);
    expect(storage.load()).toBeNull();
    vi.useRealTimers();
  });

  it('does not fail if storage is unavailable', () => {
    const storage = draftStorage('7', () => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storage.load()).toBeNull();
    expect(() => {
      storage.save({ draft: filled, key: 'k' });
      storage.clear();
    }).not.toThrow();
  });
});

describe('idempotency keys', () => {
  it('are unique, even on pages without randomUUID', () => {
    expect(newKey()).not.toBe(newKey());
    const bytesOnly = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    expect(newKey(bytesOnly)).toMatch(/^[0-9a-f]{32}$/);
    expect(newKey(bytesOnly)).not.toBe(newKey(bytesOnly));
  });
});
