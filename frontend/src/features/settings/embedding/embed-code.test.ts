import { describe, expect, it } from 'vitest';
import {
  buttonCode,
  DEFAULT_WIDGET,
  frameAddress,
  frameCode,
  operatorInCode,
  problemsOf,
  scriptCode,
  soundConfig,
  type WidgetConfig,
} from './embed-code';

const ORIGIN = 'https://desk.example';
const KEY = 'mk_abc';

describe('the embed codes', () => {
  it("contain the form's options, with the defaults of the specification", () => {
    expect(DEFAULT_WIDGET).toMatchObject({
      width: '100%',
      height: '600px',
      defaultSize: '4ft',
      theme: 'light',
      primaryColor: '#4F46E5',
    });
    expect(scriptCode(ORIGIN, KEY, DEFAULT_WIDGET)).toBe(
      '<script async src="https://desk.example/embed.js" data-key="mk_abc" data-width="100%" data-height="600px" data-size="4ft" data-theme="light" data-color="#4F46E5"></script>\n<noscript><a href="https://desk.example/booking?userId=mk_abc">Book your marquee letters</a></noscript>',
    );
    expect(frameCode(ORIGIN, KEY, { ...DEFAULT_WIDGET, hideHeader: true, theme: 'dark' })).toBe(
      '<iframe src="https://desk.example/embed?userId=mk_abc&amp;embed=true&amp;defaultSize=4ft&amp;theme=dark&amp;primaryColor=%234F46E5&amp;hideHeader=true" title="Book your marquee letters" style="width: 100% !important; height: 600px !important; min-width: 0 !important; max-width: 100% !important; border: 0" loading="lazy" referrerpolicy="origin" allow="payment"></iframe>',
    );
    expect(buttonCode(ORIGIN, KEY, { ...DEFAULT_WIDGET, hideFooter: true })).toBe(
      '<button type="button" data-marqueedesk-open data-key="mk_abc" data-size="4ft" data-theme="light" data-color="#4F46E5" data-hide-footer="true">Book Your Letters</button>\n<script async src="https://desk.example/embed.js"></script>\n<noscript><a href="https://desk.example/booking?userId=mk_abc">Book your marquee letters</a></noscript>',
    );
  });

  it('identify the operator by the public key, or by the id 1 without a user', () => {
    expect(operatorInCode({ publicKey: KEY })).toBe(KEY);
    expect(operatorInCode(null)).toBe('1');
    expect(operatorInCode({ publicKey: null })).toBe('1');
    expect(scriptCode(ORIGIN, operatorInCode(null), DEFAULT_WIDGET)).toContain('data-user-id="1"');
  });

  const evil: WidgetConfig = {
    width: '100%" onload="alert(1)',
    height: "1px'></iframe><script>alert(1)</script>",
    defaultSize: '4ft"><script>alert(1)</script>',
    theme: 'light" autofocus onfocus="alert(1)',
    primaryColor: 'red;}</style><script>',
    hideHeader: false,
    hideFooter: false,
  };

  it.each([scriptCode, frameCode, buttonCode])(
    'stay one element with quoted attributes for any input',
    (code) => {
      const written = code(ORIGIN, '1"><script>alert(2)</script>', evil);
      const tags = written.match(/<\/?[a-z]+/g);
      expect(new Set(tags)).toEqual(new Set(code(ORIGIN, KEY, DEFAULT_WIDGET).match(/<\/?[a-z]+/g)));
      expect(tags).toHaveLength(code(ORIGIN, KEY, DEFAULT_WIDGET).match(/<\/?[a-z]+/g)?.length ?? 0);
      // The code outside of quoted values: only element and attribute names, no input.
      expect(written.replace(/="[^"<>]*"/g, '')).not.toMatch(/alert|onload|onfocus|style>/);
    },
  );

  // Case 76.
  it('use defaults for invalid options, which are reported separately', () => {
    expect(Object.keys(problemsOf(evil))).toEqual(['width', 'height', 'primaryColor']);
    expect(soundConfig(evil)).toMatchObject({ width: '100%', height: '600px', primaryColor: '#4F46E5' });
    expect(problemsOf(DEFAULT_WIDGET)).toEqual({});
  });

  it.each(['480px', '50%', '9999px'])('the option %s is accepted', (width) => {
    expect(problemsOf({ ...DEFAULT_WIDGET, width })).toEqual({});
  });

  it.each(['', '0', '600', '-1px', '1e3px', 'auto', '10000px', 'calc(1px)', '１００%'])(
    'the option %j is rejected',
    (width) => {
      expect(problemsOf({ ...DEFAULT_WIDGET, width, height: width })).toHaveProperty('height');
    },
  );

  it('link to the form with the same options', () => {
    const query = new URL(frameAddress(ORIGIN, KEY, { ...DEFAULT_WIDGET, hideFooter: true })).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      userId: KEY,
      embed: 'true',
      defaultSize: '4ft',
      theme: 'light',
      primaryColor: '#4F46E5',
      hideFooter: 'true',
    });
  });
});
