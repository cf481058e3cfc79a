import { expect, it } from 'vitest';
import { newEmailHref, newTextHref } from './draft-links';

it('starts messages without a recipient', () => {
  expect(newEmailHref('', 'Borrowing 1 × E', 'Hello,\nplease & thanks')).toBe(
    'mailto:?subject=Borrowing%201%20%C3%97%20E&body=Hello%2C%0D%0Aplease%20%26%20thanks',
  );
  expect(newTextHref('E & O?')).toBe('sms:?body=E%20%26%20O%3F');
});
