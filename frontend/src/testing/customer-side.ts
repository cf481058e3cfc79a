import type { ChangeRequest, CustomerSide } from '@/api/customer-side';

/** What the customer of a booking has said: nothing, unless the test says otherwise. */
export function customerSide(rest: Partial<CustomerSide> = {}): CustomerSide {
  return {
    link: null,
    crewNotes: null,
    changeRequests: [],
    cancelation: null,
    acceptedTerms: null,
    agreement: null,
    ...rest,
  };
}

/** A change that the customer asks for, and that waits for an answer. */
export function changeRequest(rest: Partial<ChangeRequest> = {}): ChangeRequest {
  return {
    id: 3,
    text: 'Could you come at noon?',
    askedAt: '2026-11-20T10:00:00-05:00',
    doneAt: null,
    doneBy: null,
    outcome: null,
    answer: null,
    ...rest,
  };
}
