/** API calls of a booking's page. Each returns the updated page. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
export type CustomersBooking = Schemas['PublicBookingOut'];

const addressOf = (token: string) => `/api/public/bookings/${encodeURIComponent(token)}`;
const ask = (token: string, verb = '', body?: unknown) =>
  callPublicly<CustomersBooking>(`${addressOf(token)}${verb}`, {
    method: verb === '' ? 'GET' : 'POST',
    body,
  });

export const readBooking = (token: string): Promise<CustomersBooking> => ask(token);

export const tellCrew = (token: string, notes: Schemas['CrewNotesInput']) => ask(token, '/crew-notes', notes);
export const askForChange = (token: string, text: string) => ask(token, '/change-request', { text });
/** Send the customer's answer to the change that the page showed under `number`. */
export const answerAgreement = (token: string, number: number, agreed: boolean, text: string) =>
  ask(token, '/agreement', { number, agreed, ...(text !== '' && { text }) });
export const cancelBooking = (token: string, fee: number, reason: string) =>
  ask(token, '/cancel', { fee, ...(reason !== '' && { reason }) });
/** Open a card payment of the amount shown on the page. Repeated calls return the same payment. */
export const payBooking = (token: string, part: Schemas['PayInput']['part'], amount: number) =>
  callPublicly<Schemas['PayOut']>(`${addressOf(token)}/pay`, { body: { part, amount } });
/** Check the booking's card payments, and `intent` if given, with the provider. Returns the updated page. */
export const lookAtPayment = (token: string, intent: string | null) =>
  callPublicly<Schemas['PaymentLookOut']>(
    `${addressOf(token)}/pay/look${intent === null ? '' : `?paymentIntent=${encodeURIComponent(intent)}`}`,
    { method: 'POST' },
  );
export const paymentSetup = () => callPublicly<Schemas['PaymentSetupOut']>('/api/payment-setup');
/** Delivery and pickup as a calendar file. */
export const calendarOf = (token: string) => `${addressOf(token)}/calendar.ics`;

/** Documents to download: the confirmation, and the invoice once one exists. */
export function documentsOf(
  token: string,
  { status, invoice }: Pick<CustomersBooking, 'status' | 'invoice'>,
) {
  const agreed = status === 'confirmed' || status === 'completed';
  return [
    ...(agreed ? [{ name: 'Confirmation (PDF)', href: `${addressOf(token)}/confirmation.pdf` }] : []),
    ...(invoice === null
      ? []
      : [
          {
            name: `${invoice[0] === 'C' ? 'Credit note' : 'Invoice'} ${invoice} (PDF)`,
            href: `${addressOf(token)}/invoice.pdf`,
          },
        ]),
  ];
}
