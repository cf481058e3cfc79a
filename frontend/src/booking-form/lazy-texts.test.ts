import { expect, it } from 'vitest';
import { DONE } from './lazy-texts';

const unasked = { confirmAddress: false, confirmBy: null };

it('promises letters only to a request that holds them', () => {
  const request = {
    ...unasked,
    confirmed: false,
    company: 'Glow',
    email: 'ada@example.org',
    deposit: null,
    paid: null,
  };
  const [held] = DONE.steps({ ...request, held: true });
  const [asked, , last] = DONE.steps({ ...request, held: false });
  expect(held).toContain('Meanwhile your letters are held for you.');
  expect(asked).toContain('Nothing is booked until then, and no letters are held for you.');
  expect(last).toMatch(/^Once it is confirmed/);
});

it('asks for the confirmation of the address before anything else', () => {
  const request = { confirmed: false, company: 'Glow', email: 'ada@example.org', deposit: null, paid: null };
  const [keep, then] = DONE.steps({ ...request, held: true, confirmAddress: false, confirmBy: '4:30 PM' });
  expect(keep).toBe(
    'By 4:30 PM, open the link in the email we sent to ada@example.org, so that your letters stay held.',
  );
  expect(then).not.toContain('held for you');
  const [hold] = DONE.steps({ ...request, held: false, confirmAddress: true, confirmBy: null });
  expect(hold).toBe(
    "Open the link in the email we sent to ada@example.org. We'll hold your letters if they're still available.",
  );
});
