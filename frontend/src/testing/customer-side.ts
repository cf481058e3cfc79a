import type { ChangeRequest, CustomerSide } from '@/api/customer-side';
import { sample } from './sample';

/** What the customer of a booking has said: nothing, unless the test says otherwise. */
export const customerSide = sample<CustomerSide>({
  link: null,
  crewNotes: null,
  changeRequests: [],
  cancelation: null,
  acceptedTerms: null,
  agreement: null,
});

/** A change that the customer asks for, and that waits for an answer. */
export const changeRequest = sample<ChangeRequest>({
  id: 3,
  text: 'Could you come at noon?',
  askedAt: '2026-11-20T10:00:00-05:00',
  doneAt: null,
  doneBy: null,
  outcome: null,
  answer: null,
});
