import { expect, it } from 'vitest';
import { DONE } from './lazy-texts';

it('promises letters only to a request that holds them', () => {
  const request = { confirmed: false, company: 'Glow', email: 'ada@example.org', deposit: null, paid: null };
  const [held] = DONE.steps({ ...request, held: true });
  const [asked, , last] = DONE.steps({ ...request, held: false });
  expect(held).toContain('Meanwhile your letters are held for you.');
  expect(asked).toContain('Nothing is booked until then, and no letters are held for you.');
  expect(last).toMatch(/^Once it is confirmed/);
});
