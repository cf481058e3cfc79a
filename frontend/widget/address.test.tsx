import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Booked } from './calls';
import { contrast, hexFromRgb, type Rgb, readableOn, rgbFromHex, textOn } from './color';
import { readParams } from './params';
import { frameOf, tellBooked, tellEscape, tellHeight } from './parent-messages';
import { applyColour } from './primary';

describe("the form's URL", () => {
  it('names the operator by id or public key', () => {
    expect(readParams('/booking', '?userId=12').operator).toBe('12');
    expect(readParams('/booking', '?key=mk_abc').operator).toBe('mk_abc');
    expect(readParams('/booking', '?userId=&key=mk_abc').operator).toBe('mk_abc');
    expect(readParams('/booking', '').operator).toBe('');
  });

  it('is embedded at /embed, or with embed=true', () => {
    expect(readParams('/embed', '').embedded).toBe(true);
    expect(readParams('/booking-widget', '?embed=true').embedded).toBe(true);
    expect(readParams('/booking-widget', '?embed=yes').embedded).toBe(false);
  });

  it.each(['red;}</style><script>', 'javascript:alert(1)', '#12345', '', 'url(x)'])(
    'falls back for the color %s',
    (color) => {
      expect(readParams('/embed', `?primaryColor=${encodeURIComponent(color)}`).primaryColor).toBeNull();
    },
  );

  it('falls back for unknown values', () => {
    const params = readParams('/embed', '?widgetId=%3Cb%3E&hideHeader=maybe');
    expect(params).toMatchObject({ widgetId: null, hideHeader: false });
    expect(readParams('/embed', '?widgetId=a-1').widgetId).toBe('a-1');
    expect(readParams('/embed', '?preview=true').preview).toBe(true);
  });
});

describe('an operator’s color', () => {
  const colors = ['#ffffff', '#000000', '#4f46e5', '#ffee00', '#7f7f7f', '#e11d48', '#0f0'].map(
    (hex) => [hex, rgbFromHex(hex)] as [string, Rgb],
  );

  it('accepts three or six digits', () => {
    expect(rgbFromHex('#4F46E5')).toEqual([79, 70, 229]);
    expect(rgbFromHex('45e')).toEqual([68, 85, 238]);
    expect(hexFromRgb([68, 85, 238])).toBe('#4455ee');
  });

  it.each(colors)('%s stays readable as a background and as text', (_, color) => {
    expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.4);
    for (const surface of [
      [251, 248, 242],
      [33, 28, 48],
    ] as const) {
      expect(contrast(readableOn(surface, color), surface)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('is unchanged if it is readable', () => {
    expect(readableOn([255, 255, 255], [79, 70, 229])).toEqual([79, 70, 229]);
  });

  it('reaches the page only as a color', () => {
    const root = document.createElement('div');
    applyColour(root, [255, 238, 0]);
    expect(root.style.getPropertyValue('--primary')).toBe('#ffee00');
    expect(root.style.getPropertyValue('--on-primary')).toBe('#15121f');
    applyColour(root, null);
    expect(root.style.getPropertyValue('--primary')).toBe('#4f46e5');
  });
});

describe('before the first paint', () => {
  const root = document.documentElement;

  async function boot(query: string, systemIsDark: boolean) {
    vi.resetModules();
    delete root.dataset.noHeader;
    window.history.replaceState(null, '', `/booking${query}`);
    vi.stubGlobal('matchMedia', () => ({ matches: systemIsDark, addEventListener: () => undefined }));
    // @ts-expect-error a classic script without types
    await import('./public/boot.js');
    vi.unstubAllGlobals();
    return root.dataset;
  }

  it('takes the theme from the URL, otherwise from the visitor’s setting', async () => {
    expect((await boot('?theme=light', true)).theme).toBe('light');
    expect((await boot('?theme=dark', false)).theme).toBe('dark');
    expect((await boot('?theme="><script>', true)).theme).toBe('dark');
    expect((await boot('', false)).theme).toBe('light');
  });

  it('hides the heading if the URL says so', async () => {
    expect('noHeader' in (await boot('?hideHeader=true', false))).toBe(true);
    expect('noHeader' in (await boot('?hideHeader=maybe', false))).toBe(false);
  });
});

describe('messages to the embedding page', () => {
  const booking: Booked = {
    id: 4,
    number: 2,
    userId: 1,
    message: 'LOVE',
    size: '4ft',
    status: 'pending',
    state: 'waiting_for_approval',
    letters: ['L', 'O', 'V', 'E'],
    letterCount: 4,
    lines: [],
    rentalDays: 1,
    totalPrice: 100,
    deposit: 0,
    depositPaid: 0,
    received: 0,
    balanceDue: 100,
    schedule: [{ due: '2027-06-01', amount: 100, paid: 0 }],
    breakdown: {
      basePrice: 100,
      surcharge: 0,
      deposit: 0,
      addons: 0,
      colorCost: 0,
      total: 100,
      letterCount: 4,
      pricePerLetter: 25,
      days: 1,
    },
    address: null,
    deliveryToConfirm: false,
    colorOption: 'standard',
    addOns: { lighting: false, stand: false },
    held: true,
    shortages: [],
    confirmAddress: false,
    confirmBy: null,
    eventType: null,
    preferredInstallTime: null,
    deliveryDate: '2027-06-01T08:00:00-04:00',
    pickupDate: '2027-06-01T22:00:00-04:00',
    createdAt: '2027-05-01T08:00:00-04:00',
    customerName: 'Ada',
    customerEmail: 'ada@example.org',
    customerPhone: '555',
    notes: 'Gate 7',
    venueId: null,
    venueName: 'Home of Ada',
    venueAddress: null,
    venueSurcharge: 0,
    pageUrl: 'https://desk.example/b/token',
  };

  function framed(
    referrer: string,
    around: { ancestors?: string[]; own?: string; reachable?: boolean } = {},
  ) {
    const posted: { data: unknown; target: string }[] = [];
    const parent = {
      postMessage: (data: unknown, target: string) => posted.push({ data, target }),
      get location() {
        if (around.reachable) return { href: 'https://desk.example/settings' };
        throw new DOMException('Blocked', 'SecurityError');
      },
    };
    const location = { origin: around.own, ancestorOrigins: around.ancestors };
    const frame = frameOf({ parent, document: { referrer }, location } as unknown as Window, 'w1');
    if (!frame) throw new Error('not framed');
    return { frame, posted };
  }

  it('are not sent without an embedding page', () => {
    expect(frameOf(window, null)).toBeNull();
  });

  const facts = {
    bookingId: booking.id,
    number: booking.number,
    totalPrice: 100,
    currency: 'USD',
    message: booking.message,
    deliveryDate: '2027-06-01',
    pickupDate: '2027-06-01',
    status: booking.status,
  };

  it('go only to the embedding page if its origin is known, without contact details', () => {
    const { frame, posted } = framed('https://shop.example/letters?x=1');
    tellBooked(frame, booking, { currency: 'USD', shareContact: false });
    expect(posted).toEqual([
      {
        data: { type: 'marqueedesk:booking-complete', widgetId: 'w1', booking: facts },
        target: 'https://shop.example',
      },
    ]);
  });

  it('report a booking that awaits its payment as held, but not again once it is resumed', () => {
    const { frame, posted } = framed('https://shop.example/');
    const held: Booked = { ...booking, state: 'held', payBy: '2027-05-01T08:30:00-04:00' };
    tellBooked(frame, held, { currency: 'USD', shareContact: false });
    tellBooked(frame, { ...held, resumed: true }, { currency: 'USD', shareContact: false });
    expect(posted).toHaveLength(1);
    expect(posted[0]?.data).toMatchObject({
      type: 'marqueedesk:booking-held',
      booking: { ...facts, status: 'held' },
    });
  });

  it('include contact details if the business has enabled that', () => {
    const { frame, posted } = framed('https://shop.example/letters?x=1');
    tellBooked(frame, booking, { currency: 'USD', shareContact: true });
    const contact = { customerName: 'Ada', customerEmail: 'ada@example.org', customerPhone: '555' };
    expect(posted[0]?.data).toMatchObject({ booking: { ...facts, ...contact } });
  });

  it.each(['', 'about:blank', 'nonsense'])(
    'omit contact details if the origin is unknown (%s)',
    (referrer) => {
      const { frame, posted } = framed(referrer);
      tellBooked(frame, booking, { currency: 'USD', shareContact: true });
      expect(posted[0]?.target).toBe('*');
      const text = JSON.stringify(posted[0]?.data);
      for (const secret of ['Ada', 'ada@', '555', 'Gate']) expect(text).not.toContain(secret);
      expect(text).toContain('"totalPrice":100');
    },
  );

  it('prefer the origin reported by the browser over the referrer', () => {
    const ancestors = ['https://shop.example', 'https://portal.example'];
    expect(framed('https://portal.example/', { ancestors }).frame.origin).toBe('https://shop.example');
    expect(framed('https://shop.example/', { ancestors: ['null'] }).frame.origin).toBeNull();
  });

  it('do not mistake the form itself for the embedding page after navigating within it', () => {
    const own = 'https://desk.example';
    expect(framed(`${own}/embed`, { own }).frame.origin).toBeNull();
    expect(framed(`${own}/settings`, { own, reachable: true }).frame.origin).toBe(own);
  });

  it('request closing on an Escape that the form does not handle', () => {
    const { frame, posted } = framed('https://shop.example/');
    const stop = tellEscape(frame, document);
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('a');
    const used = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', used);
    press('Escape');
    document.body.removeEventListener('keydown', used);
    expect(posted).toEqual([]);
    press('Escape');
    stop();
    press('Escape');
    expect(posted).toEqual([
      { data: { type: 'marqueedesk:close', widgetId: 'w1' }, target: 'https://shop.example' },
    ]);
  });

  describe('the height', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('is sent 300 ms after the start and after each resize', () => {
      const { frame, posted } = framed('https://shop.example/');
      const content = document.createElement('div');
      content.getBoundingClientRect = () => ({ height: 812.4 }) as DOMRect;
      const stop = tellHeight(frame, content);
      vi.advanceTimersByTime(299);
      expect(posted).toHaveLength(0);
      vi.advanceTimersByTime(1);
      expect(posted[0]?.data).toEqual({ type: 'marqueedesk:resize', widgetId: 'w1', height: 813 });
      window.dispatchEvent(new Event('resize'));
      window.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(300);
      expect(posted).toHaveLength(2);
      stop();
      window.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(300);
      expect(posted).toHaveLength(2);
    });

    it('is sent immediately when the content height changes, but not while the frame is hidden', () => {
      let changed: () => void = () => undefined;
      class Observer {
        constructor(callback: () => void) {
          changed = callback;
        }
        observe() {}
        disconnect() {}
      }
      vi.stubGlobal('ResizeObserver', Observer);
      const { frame, posted } = framed('https://shop.example/');
      const content = document.createElement('div');
      let height = 500;
      content.getBoundingClientRect = () => ({ height }) as DOMRect;
      const stop = tellHeight(frame, content);
      changed();
      changed();
      height = 900.5;
      changed();
      height = 0;
      changed();
      stop();
      vi.unstubAllGlobals();
      const heights = posted.map(({ data }) => (data as { height: number }).height);
      expect(heights).toEqual([500, 901]);
    });
  });
});
