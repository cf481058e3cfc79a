import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const KEY = 'mk_abc123';
const ORIGIN = 'https://desk.example';

/** Run the script on a page with this body. */
async function run(html: string): Promise<void> {
  document.body.innerHTML = html;
  vi.resetModules();
  await import('./embed');
}

const script = (attributes = '') => `<script src="${ORIGIN}/embed.js" ${attributes}></script>`;
const frames = () => [...document.querySelectorAll('iframe')];
const only = () => {
  const [frame, ...others] = frames();
  if (!frame || others.length > 0) throw new Error(`${frames().length} frames`);
  return frame;
};
const desk = () => {
  if (!window.MarqueeDesk) throw new Error('no MarqueeDesk');
  return window.MarqueeDesk;
};

function say(frame: HTMLIFrameElement, data: unknown, from: { source?: unknown; origin?: string } = {}) {
  const { source = frame.contentWindow, origin = ORIGIN } = from;
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }));
}

const bookings = vi.fn();
const hear = (event: Event) => bookings((event as CustomEvent).detail, event.target);

beforeEach(() => {
  document.addEventListener('booking-complete', hear);
});
afterEach(() => {
  document.removeEventListener('booking-complete', hear);
  bookings.mockReset();
  delete window.MarqueeDesk;
  document.body.replaceChildren();
});

describe('embed.js', () => {
  it('inserts the form where the script is, if the script names an operator', async () => {
    await run(`<main>${script(`data-key="${KEY}" data-width="80%" data-height="400"`)}<p>After</p></main>`);
    const frame = only();
    expect(frame.parentElement?.previousElementSibling?.tagName).toBe('SCRIPT');
    expect(frame.src).toContain(`${ORIGIN}/embed?userId=${KEY}&widgetId=`);
    expect(frame.title).not.toBe('');
    expect(frame.style).toMatchObject({ width: '80%', height: '400px', borderStyle: 'none' });
    // The site's theme may style iframes.
    for (const name of ['width', 'max-width', 'min-width']) {
      expect(frame.style.getPropertyPriority(name)).toBe('important');
    }
  });

  it('loads the form without credentials if the site asks for it', async () => {
    await run(script(`data-key="${KEY}"`));
    expect(only().hasAttribute('credentialless')).toBe(false);
    document.body.replaceChildren();
    await run(script(`data-key="${KEY}" data-credentialless`));
    expect(only().hasAttribute('credentialless')).toBe(true);
  });

  it('uses default dimensions for invalid lengths', async () => {
    await run(script(`data-key="${KEY}" data-width='100%" onload=' data-height="1;}</style>"`));
    expect(only().style).toMatchObject({ width: '100%', height: '600px' });
    expect(only().getAttribute('onload')).toBeNull();
  });

  it("fills each marked element once, with the script's operator unless it names another", async () => {
    const html = `${script()}<div id="a" data-marqueedesk data-key="${KEY}"></div><div data-marqueedesk data-user-id="7"></div>`;
    await run(html);
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    expect(frames().map(({ src }) => new URL(src).searchParams.get('userId'))).toEqual([KEY, '7']);
    const ids = frames().map(({ src }) => new URL(src).searchParams.get('widgetId'));
    expect(new Set(ids).size).toBe(2);
  });

  it('only warns the developer if there is no operator', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await run(`${script()}<div data-marqueedesk></div>`);
    expect(frames()).toEqual([]);
    expect(error).toHaveBeenCalledTimes(1);
    expect(desk().open()).toBeNull();
  });

  it('mounts once in an element, and again after the page has emptied it', async () => {
    await run(`${script()}<div id="late"></div>`);
    const late = document.getElementById('late') as HTMLElement;
    const first = desk().mount(late, { key: KEY });
    expect(desk().mount(late, { key: KEY })).toBe(first);
    late.replaceChildren();
    expect(desk().mount(late, { key: KEY })).not.toBe(first);
    expect(frames()).toHaveLength(1);
  });

  it('keeps the first of two scripts on a page', async () => {
    await run(script());
    const first = desk();
    vi.resetModules();
    await import('./embed');
    expect(window.MarqueeDesk).toBe(first);
  });

  describe("messages from the form's frame", () => {
    beforeEach(async () => {
      await run(script(`data-key="${KEY}"`));
      only().dispatchEvent(new Event('load'));
    });

    // Case 78.
    it('set the height, and report a booking once', () => {
      const frame = only();
      say(frame, { type: 'marqueedesk:resize', height: 812 });
      expect(frame.style.height).toBe('812px');
      const booking = { bookingId: 4, message: 'LOVE' };
      say(frame, { type: 'marqueedesk:booking-complete', booking });
      say(frame, { type: 'marqueedesk:booking-complete', booking });
      say(frame, { type: 'marqueedesk:booking-complete', booking: { bookingId: 5 } });
      expect(bookings.mock.calls).toEqual([
        [booking, frame.parentElement],
        [{ bookingId: 5 }, frame.parentElement],
      ]);
    });

    it('report a held booking before its completion, each once', () => {
      const held = vi.fn();
      document.addEventListener('booking-held', held);
      const frame = only();
      for (const type of ['held', 'complete', 'held', 'complete']) {
        say(frame, { type: `marqueedesk:booking-${type}`, booking: { bookingId: 4, status: type } });
      }
      document.removeEventListener('booking-held', held);
      expect(held).toHaveBeenCalledTimes(1);
      expect(bookings.mock.calls).toEqual([[{ bookingId: 4, status: 'complete' }, frame.parentElement]]);
    });

    it('are accepted without an origin, as in a sandbox', () => {
      say(only(), { type: 'marqueedesk:resize', height: 700 }, { origin: 'null' });
      expect(only().style.height).toBe('700px');
    });

    it.each([
      ['another window', { source: window }],
      ['nobody', { source: null }],
      ['another site in its place', { origin: 'https://evil.example' }],
      ['a site whose name begins alike', { origin: 'https://desk.example.evil' }],
      ['a site whose name is the beginning', { origin: 'https://desk' }],
    ])('messages from %s are ignored', (_who, from) => {
      say(only(), { type: 'marqueedesk:resize', height: 700 }, from);
      say(only(), { type: 'marqueedesk:booking-complete', booking: { id: 1 } }, from);
      expect(only().style.height).toBe('600px');
      expect(bookings).not.toHaveBeenCalled();
    });

    it.each([null, 'text', 7, {}, { type: 'marqueedesk:resize' }, { type: 'resize', height: 900 }])(
      'unknown messages are ignored: %j',
      (data) => {
        say(only(), data);
        say(only(), { type: 'marqueedesk:booking-complete' });
        expect(only().style.height).toBe('600px');
        expect(bookings).not.toHaveBeenCalled();
      },
    );
  });
});
