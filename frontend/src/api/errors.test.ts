import { describe, expect, it } from 'vitest';
import { ApiError, sentenceOf } from './errors';

describe('ApiError', () => {
  it('keeps "status: body" as its message and the server\'s text as its sentence', () => {
    const text =
      '{"message":"This email is taken.","code":"email_taken","fields":{"email":"Taken"},"hint":1}';
    const error = new ApiError(409, text);
    expect(error.message).toBe(`409: ${text}`);
    expect(error.sentence).toBe('This email is taken.');
    expect(error.code).toBe('email_taken');
    expect(error.fields).toEqual({ email: 'Taken' });
    expect(error.extra).toEqual({ hint: 1 });
  });

  it('uses the status text if the body is empty', () => {
    expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway');
  });

  it.each(['<html>Oops</html>', '[]', 'null', '"text"', '{"message":""}', '{"message":5,"fields":[1]}'])(
    'shows a generic message for a body such as %j',
    (text) => {
      const error = new ApiError(500, text);
      expect(error.sentence).toMatch(/try again/);
      expect(error.fields).toEqual({});
      expect(error.message).toBe(`500: ${text}`);
    },
  );

  it('reports an unreachable server', () => {
    const error = ApiError.unreachable(new TypeError('Failed to fetch'));
    expect([error.status, error.code]).toEqual([0, 'unreachable']);
    expect(sentenceOf(error)).toMatch(/could not be reached/);
  });

  it('never shows internal error messages', () => {
    expect(sentenceOf(new TypeError('x is undefined'))).not.toContain('undefined');
  });
});
