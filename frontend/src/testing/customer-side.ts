import type { ChangeRequest, CustomerSide } from '@/api/customer-side';
import { sample } from './sample';

/** A booking's customer entries, empty by default. */
export const customerSide = sample<CustomerSide>({
  link: null,
  crewNotes: null,
  changeRequests: [],
  cancellation: null,
  cancelation: null,
  acceptedTerms: null,
  agreement: null,
});

/** A customer's pending change request. */
export const changeRequest = sample<ChangeRequest>({
  id: 3,
  text: 'Could you come at noon?',
  askedAt: '2026-11-20T10:00:00-05:00',
  doneAt: null,
  doneBy: null,
  outcome: null,
  answer: null,
});
