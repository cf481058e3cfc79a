import { describe, expect, it } from 'vitest';
import { bookingFormLinks, safeNext, signInPath } from './paths';

describe('safeNext', () => {
  it.each(['/inventory', '/settings?tab=security', '/venues#x', '/'])(
    'keeps the internal path %j',
    (next) => {
      expect(safeNext(next)).toBe(next);
    },
  );

  it.each([
    null,
    '',
    'inventory',
    '//evil.example',
    '/\\evil.example',
    '/a\\..\\b',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/auth',
    '/auth?next=/auth',
  ])('sends %j to the dashboard', (next) => {
    expect(safeNext(next)).toBe('/dashboard');
  });
});

describe('signInPath', () => {
  it('includes the requested page', () => {
    expect(safeNext(new URLSearchParams(signInPath('/settings?tab=embed').split('?')[1]).get('next'))).toBe(
      '/settings?tab=embed',
    );
  });

  it('omits the dashboard, which is the default', () => {
    expect(signInPath('/dashboard')).toBe('/auth');
  });
});

describe('bookingFormLinks', () => {
  it('escapes the operator key', () => {
    expect(bookingFormLinks('https://desk.example', 'a&b')).toEqual({
      shared: 'https://desk.example/booking?userId=a%26b',
      preview: 'https://desk.example/booking-widget?userId=a%26b',
    });
  });
});
