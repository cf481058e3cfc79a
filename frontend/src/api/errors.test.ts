import { describe, expect, it } from 'vitest';
import { ApiError, sentenceOf } from './errors';

describe('ApiError', () => {
  it('keeps "status: body" as its message and shows the server\'s sentence', () => {
    const text =
      '{"message":"This email is taken.","code":"email_taken","fields":{"email":"Taken"},"hint":1}';
    const error = new ApiError(409, text);
    expect(error.message).toBe(`409: ${text}`);
    expect(error.sentence).toBe('This email is taken.');
    expect(error.code).toBe('email_taken');
    expect(error.fields).toEqual({ email: 'Taken' });
    expect(error.extra).toEqual({ hint: 1 });
  });

  it('uses the status text when the body is empty', async () => {
    const error = await ApiError.from(new Response('', { status: 502, statusText: 'Bad Gateway' }));
    expect(error.message).toBe('502: Bad Gateway');
  });

  it.each(['<html>Oops</html>', '[]', 'null', '"text"', '{"message":""}', '{"message":5,"fields":[1]}'])(
    'has a sentence of its own for a body such as %j',
    (text) => {
      const error = new ApiError(500, text);
      expect(error.sentence).toMatch(/try again/);
      expect(error.fields).toEqual({});
      expect(error.message).toBe(`500: ${text}`);
    },
  );

  it('says that the server was not reached', () => {
    const error = ApiError.unreachable(new TypeError('Failed to fetch'));
    expect([error.status, error.code]).toEqual([0, 'unreachable']);
    expect(sentenceOf(error)).toMatch(/could not be reached/);
  });

  it('lists the bookings of a conflict and drops what is none', () => {
    const booking = {
      id: 7,
      number: 3,
      customerName: 'Jonah Weiss',
      deliveryDate: '2026-12-05T08:00:00-05:00',
    };
    const error = new ApiError(
      409,
      JSON.stringify({ message: 'No', bookings: [booking, { id: 'x' }, null] }),
    );
    expect(error.bookings).toEqual([booking]);
    expect(new ApiError(409, '{"bookings":5}').bookings).toEqual([]);
  });

  it('never shows the inner words of a bug', () => {
    expect(sentenceOf(new TypeError('x is undefined'))).not.toContain('undefined');
  });
});
