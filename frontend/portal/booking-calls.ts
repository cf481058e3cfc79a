/** API calls of a booking's page. Each returns the updated page. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { bookingAddress, type CustomersBooking } from '@/paying/calls';

type Schemas = components['schemas'];

const ask = (token: string, verb: string, body: unknown) =>
  callPublicly<CustomersBooking>(`${bookingAddress(token)}${verb}`, { body });

export const tellCrew = (token: string, notes: Schemas['CrewNotesInput']) => ask(token, '/crew-notes', notes);
export const askForChange = (token: string, text: string) => ask(token, '/change-request', { text });
/** What can be changed, and how. */
export const changeOptions = (token: string) =>
  callPublicly<Schemas['ChangeOptionsOut']>(`${bookingAddress(token)}/change-options`);
/** Change the booking or request the change; with `dryRun`, only its price and availability. */
export const changeBooking = (token: string, change: Schemas['CustomerChangeInput']) =>
  callPublicly<Partial<Schemas['ChangedBookingOut'] & Schemas['ChangeRequestedOut']>>(
    `${bookingAddress(token)}/change`,
    { body: change },
  );
/** Agree to texts, or end them. */
export const changeTextConsent = (token: string, textConsent: boolean) =>
  callPublicly<CustomersBooking>(bookingAddress(token), { method: 'PATCH', body: { textConsent } });
/** Send the customer's answer to the change that the page showed under `number`. */
export const answerAgreement = (token: string, number: number, agreed: boolean, text: string) =>
  ask(token, '/agreement', { number, agreed, ...(text !== '' && { text }) });
export const cancelBooking = (token: string, fee: number, reason: string) =>
  ask(token, '/cancel', { fee, ...(reason !== '' && { reason }) });
/** Create a card payment of the amount shown on the page. Repeated calls return the same payment. */
export const payBooking = (token: string, part: Schemas['PayInput']['part'], amount: number) =>
  callPublicly<Schemas['PayOut']>(`${bookingAddress(token)}/pay`, { body: { part, amount } });
/** Pay as much of the balance as a gift card covers. */
export const payWithGiftCard = (token: string, code: string) =>
  callPublicly<Schemas['GiftCardPaidOut']>(`${bookingAddress(token)}/gift-card`, { body: { code } });
/** Open a form that keeps a card. Repeated calls return the same form. */
export const keepCard = (token: string) =>
  callPublicly<Schemas['CardFormOut']>(`${bookingAddress(token)}/card`, { method: 'POST' });
/** The card on file, after a check with the provider. */
export const lookAtCard = (token: string) =>
  callPublicly<Schemas['CardLookOut']>(`${bookingAddress(token)}/card/look`, { method: 'POST' });
export const removeCard = (token: string) =>
  callPublicly<null>(`${bookingAddress(token)}/card`, { method: 'DELETE' });
/** Charges for damage and loss, announced or charged. */
export const cardCharges = (token: string) =>
  callPublicly<Schemas['ChargeNoticeOut'][]>(`${bookingAddress(token)}/card-charges`);
/** The page as it is now. */
export const readBooking = (token: string) => callPublicly<CustomersBooking>(bookingAddress(token));
/** Email a link to all bookings with this address. The response is the same if there are none. */
export const requestBookingList = (token: string, email: string) =>
  callPublicly<null>(`${bookingAddress(token)}/all-bookings`, { body: { email } });
/** Delivery and pickup as a calendar file. */
export const calendarOf = (token: string) => `${bookingAddress(token)}/calendar.ics`;

/** Documents to download: the confirmation, and the invoice once one exists. */
export function documentsOf(
  token: string,
  { status, invoice }: Pick<CustomersBooking, 'status' | 'invoice'>,
) {
  const agreed = status === 'confirmed' || status === 'completed';
  return [
    ...(agreed ? [{ name: 'Confirmation (PDF)', href: `${bookingAddress(token)}/confirmation.pdf` }] : []),
    ...(invoice === null
      ? []
      : [
          {
            name: `${invoice[0] === 'C' ? 'Credit note' : 'Invoice'} ${invoice} (PDF)`,
            href: `${bookingAddress(token)}/invoice.pdf`,
          },
        ]),
  ];
}
