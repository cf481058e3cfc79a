import { describe, expect, it } from 'vitest';
import { bookingFormLinks, safeNext, signInPath } from './paths';

describe('safeNext', () => {
  it.each(['/inventory', '/settings?tab=security', '/venues#x', '/'])('keeps our own %j', (next) => {
    expect(safeNext(next)).toBe(next);
  });

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
  it('remembers where the visitor was going', () => {
    expect(safeNext(new URLSearchParams(signInPath('/settings?tab=embed').split('?')[1]).get('next'))).toBe(
      '/settings?tab=embed',
    );
  });

  it('says nothing about the dashboard, where everybody goes anyway', () => {
    expect(signInPath('/dashboard')).toBe('/auth');
  });
});

describe('bookingFormLinks', () => {
  it('names the operator by key and escapes it', () => {
    expect(bookingFormLinks('https://desk.example', 'a&b')).toEqual({
      shared: 'https://desk.example/booking?userId=a%26b',
      preview: 'https://desk.example/booking-widget?userId=a%26b',
    });
  });
});
