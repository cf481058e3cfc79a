import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Certificate, CertificateProgress } from '@/api/certificates';
import { openDetails } from '@/testing/booking-dialog';
import { details } from '@/testing/bookings';
import { sample } from '@/testing/sample';
import { answer, refuse } from '@/testing/server';
import { retype } from '@/testing/typing';

const limits = { eachOccurrence: 1_000_000, aggregate: 2_000_000 };
const progress = sample<CertificateProgress>({
  certificate: 'missing',
  terms: { required: true, limits, holder: 'The Old Barn LLC', additionalInsured: null },
  venueName: 'The Old Barn',
  venueEmail: 'office@barn.example',
  insurerEmail: 'agent@acme.example',
  requestedAt: null,
  requestedFrom: null,
  sentAt: null,
  sentTo: null,
});
const certificate = sample<Certificate>({
  id: 3,
  file: '/api/certificates/3/file',
  fileName: 'Certificate.pdf',
  sizeBytes: 1200,
  insurer: 'Acme Mutual',
  limits,
  expiresOn: '2099-12-31',
});
const mail = {
  subject: 'Certificate of insurance',
  fromName: 'Bright Nights',
  text: '',
  html: '<head></head>',
};

function openBooking(
  state: CertificateProgress['certificate'],
  rest: Partial<CertificateProgress> = {},
  certificates: readonly Certificate[] = [certificate()],
) {
  answer('get', '/api/bookings/7/certificate', progress({ certificate: state, ...rest }));
  answer('get', '/api/bookings/7/certificate/preview', mail);
  answer('get', '/api/certificates', [...certificates]);
  return openDetails(details({ id: 7, status: 'confirmed', certificate: state }));
}

describe('the certificate of a booking', () => {
  it('is requested from the insurer after a preview', async () => {
    const { user, dialog } = await openBooking('missing');
    expect(await dialog.findByText('The Old Barn requires a certificate.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Request from Insurer' }));
    const request = within(await screen.findByRole('dialog', { name: 'Request a Certificate' }));
    expect(request.getByLabelText('Email of Your Insurer or Broker')).toHaveProperty(
      'value',
      'agent@acme.example',
    );
    expect(await request.findByText('Certificate of insurance')).toBeTruthy();
    const sent = answer('post', '/api/bookings/7/certificate/request', {
      certificate: 'requested',
      email: null,
    });
    await user.click(request.getByRole('button', { name: 'Send Request' }));
    expect(await screen.findByText('Sending the request to your insurer')).toBeTruthy();
    expect(sent.bodies).toEqual([{ email: 'agent@acme.example' }]);
  });

  it('is sent to the venue, and says when the venue may refuse it', async () => {
    const short = certificate({ id: 4, insurer: 'Short Mutual', expiresOn: '2020-01-31' });
    const { user, dialog } = await openBooking('requested', {}, [certificate(), short]);
    await user.click(await dialog.findByRole('button', { name: 'Send to Venue' }));
    const sending = within(await screen.findByRole('dialog', { name: 'Send the Certificate' }));
    expect(sending.getByLabelText('Certificate')).toHaveProperty('value', '3');
    expect(sending.queryByText('This certificate may be refused')).toBeNull();
    await user.selectOptions(sending.getByLabelText('Certificate'), '4');
    expect(await sending.findByText('This certificate may be refused')).toBeTruthy();
    await user.selectOptions(sending.getByLabelText('Certificate'), '3');
    refuse('post', '/api/bookings/7/certificate/send', { email: 'Enter the venue’s email' });
    await user.click(sending.getByRole('button', { name: 'Send to Venue' }));
    expect(await sending.findByText('Enter the venue’s email')).toBeTruthy();
    await retype(user, sending.getByLabelText('Email of the Venue'), 'events@barn.example');
    const sent = answer('post', '/api/bookings/7/certificate/send', { certificate: 'sent', email: null });
    await user.click(sending.getByRole('button', { name: 'Send to Venue' }));
    expect(await screen.findByText('Sending the certificate')).toBeTruthy();
    expect(sent.bodies).toEqual([{ email: 'events@barn.example', certificateId: 3 }]);
  });

  it('shows when it was sent', async () => {
    const { dialog } = await openBooking('sent', {
      sentAt: '2027-05-01T10:00:00-04:00',
      sentTo: 'office@barn.example',
    });
    expect(await dialog.findByText(/^Sent to office@barn\.example on/)).toBeTruthy();
    expect(dialog.getByText('Sent')).toBeTruthy();
  });

  it('links to the upload if there are no certificates', async () => {
    const { dialog } = await openBooking('missing', {}, []);
    expect((await dialog.findByRole('link', { name: 'Add Certificate' })).getAttribute('href')).toBe(
      '/settings?tab=certificates',
    );
  });

  it('is not mentioned where none is needed', async () => {
    const { dialog } = await openDetails(details());
    expect(dialog.queryByText('Certificate of Insurance')).toBeNull();
  });
});
