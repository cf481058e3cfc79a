import { expect, it } from 'vitest';
import { DONE } from './lazy-texts';

const days = ['Fri, Jun 11', 'Sun, Jun 13'] as const;
const unasked = { confirmAddress: false, confirmBy: null, days };

it('states that letters are on hold only if the request has a hold', () => {
  const request = {
    ...unasked,
    confirmed: false,
    company: 'Glow',
    email: 'ada@example.org',
    deposit: null,
    paid: null,
  };
  const [held] = DONE.steps({ ...request, held: true });
  const [promised] = DONE.steps({
    ...request,
    held: true,
    answerWithin: 'within a day',
    heldUntil: 'Fri, Jun 4, 2027 at 6:00 PM',
  });
  expect(promised).toBe(
    'Glow will review it and email ada@example.org within a day. Your letters are on hold until Fri, Jun 4, 2027 at 6:00 PM.',
  );
  const [confirm, , last] = DONE.steps({ ...request, held: false });
  expect(held).toContain('Your letters are on hold until then.');
  expect(confirm).toContain('Nothing is booked or held yet.');
  expect(last).toBe('Once confirmed, we deliver and set up on Fri, Jun 11, and pick up on Sun, Jun 13.');
});

it('names a rental of one day once', () => {
  const [, , day] = DONE.paySteps('Glow', false, ['Fri, Jun 11', 'Fri, Jun 11']);
  expect(day).toBe('We deliver, set up and pick up on Fri, Jun 11.');
});

it('states that an authorized card is charged once the business confirms', () => {
  const request = {
    confirmed: false,
    company: 'Glow',
    email: 'ada@example.org',
    deposit: '$50.00',
    paid: null,
  };
  const steps = DONE.steps({ ...unasked, ...request, held: true, authorized: '$50.00' });
  expect(steps).toContain('Your card is authorized for $50.00. You are charged only if Glow confirms.');
  expect(steps.join(' ')).not.toContain('will request the deposit');
});

it('lists email confirmation as the first next step', () => {
  const request = {
    confirmed: false,
    company: 'Glow',
    email: 'ada@example.org',
    deposit: null,
    paid: null,
    days,
  };
  const [keep, then] = DONE.steps({ ...request, held: true, confirmAddress: false, confirmBy: '28 minutes' });
  expect(keep).toBe(
    'Within 28 minutes, open the link in the email we sent to ada@example.org to keep your letters on hold.',
  );
  expect(then).not.toContain('on hold until then');
  const [hold] = DONE.steps({ ...request, held: false, confirmAddress: true, confirmBy: null });
  expect(hold).toBe(
    "Open the link in the email we sent to ada@example.org. We'll hold your letters if they're still available.",
  );
});
