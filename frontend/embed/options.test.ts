import { describe, expect, it } from 'vitest';
import { formAddress, inPixels, type Options, onTopOf, sensibleHeight } from './options';

const SCRIPT = 'https://desk.example/embed.js?v=2';
const KEY = 'mk_abc123';

const address = (options: Options) => formAddress(SCRIPT, onTopOf({}, options), 'w1');
const parametersOf = (options: Options) => Object.fromEntries(new URL(address(options) ?? '').searchParams);

describe('the form’s address', () => {
  it('is relative to the script and names operator and widget', () => {
    expect(address({ key: KEY })).toBe(`https://desk.example/embed?userId=${KEY}&widgetId=w1`);
    expect(parametersOf({ userId: 7 })).toEqual({ userId: '7', widgetId: 'w1' });
    expect(parametersOf({ key: KEY, userId: 7 }).userId).toBe(KEY);
  });

  it('includes only the given display options', () => {
    expect(parametersOf({ key: KEY, via: 'bloom' }).via).toBe('bloom');
    const looks = { size: '2ft', theme: 'dark', color: '#0f766e', hideHeader: '', hideFooter: true };
    expect(parametersOf({ key: KEY, ...looks })).toEqual({
      userId: KEY,
      widgetId: 'w1',
      defaultSize: '2ft',
      theme: 'dark',
      primaryColor: '#0f766e',
      hideHeader: 'true',
      hideFooter: 'true',
    });
    expect(parametersOf({ key: KEY, hideHeader: 'false', hideFooter: false, theme: '' })).toEqual({
      userId: KEY,
      widgetId: 'w1',
    });
  });

  it.each(['', ' ', '"><script>', `${KEY}&embed=x`, '../api', 'a b', 'ключ'])(
    'no form address is built for %j',
    (key) => {
      expect(address({ key })).toBeNull();
    },
  );

  it('escapes unusual values', () => {
    const odd = 'red;}</style><script>&theme=x#';
    expect(parametersOf({ key: KEY, color: odd })).toEqual({
      userId: KEY,
      widgetId: 'w1',
      primaryColor: odd,
    });
  });
});

describe('options of an element', () => {
  it('override the script’s, including the operator', () => {
    const usual = { key: KEY, theme: 'dark', width: '50%' };
    expect(onTopOf(usual, { width: '80%' })).toMatchObject({ key: KEY, theme: 'dark', width: '80%' });
    expect(onTopOf(usual, { userId: 7 }).key).toBe('7');
    expect(onTopOf({}, {}).key).toBe('');
  });
});

describe('lengths', () => {
  it('are pixels if they are plain numbers', () => {
    expect([inPixels(600), inPixels('600'), inPixels('600px'), inPixels('100%')]).toEqual([
      '600px',
      '600px',
      '600px',
      '100%',
    ]);
  });

  it('from messages are clamped, and ignored if not a number', () => {
    expect([812.5, 20_000, 1, -9, 1e9].map(sensibleHeight)).toEqual([
      '812.5px',
      '20000px',
      '200px',
      '200px',
      '50000px',
    ]);
    for (const junk of [Number.NaN, Number.POSITIVE_INFINITY, '900', null, undefined, {}, [900], true]) {
      expect(sensibleHeight(junk)).toBe('none');
    }
  });
});
