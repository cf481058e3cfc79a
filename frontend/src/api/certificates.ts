/** Certificates of insurance: the business's files, and those that venues of bookings require. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';
import type { BookingDetails } from './types';

type Schemas = components['schemas'];
export type Certificate = Schemas['CertificateOut'];
export type CertificateInput = Schemas['CertificateInput'];
export type CertificateProgress = Schemas['CertificateProgressOut'];
export type CertificateState = BookingDetails['certificate'];

/** The business's certificates, the one that expires last first. */
export const useCertificates = () =>
  useQuery({ ...read(['settings'], '/api/certificates'), enabled: useCan('seeMoney') });

/** Upload a certificate. */
export const useAddCertificate = () =>
  useMutation({
    mutationFn: (input: CertificateInput) => unwrap(api.POST('/api/certificates', { body: input })),
    meta: { invalidates: ['settings', 'bookings'] },
  });

/** Delete a certificate. */
export const useDeleteCertificate = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE('/api/certificates/{certificate_id}', at({ certificate_id: id }))),
    meta: { invalidates: ['settings', 'bookings'] },
  });

/** What a booking's venue requires, and what was requested and sent. */
export const useCertificateProgress = (bookingId: number, enabled: boolean) =>
  useQuery({
    ...read(['bookings', 'venues', 'settings'], '/api/bookings/{booking_id}/certificate', {
      path: { booking_id: bookingId },
    }),
    enabled,
  });

/** Preview of the email to the venue with a certificate or, without one, of the request to the insurer. */
export const useCertificateEmail = (bookingId: number, certificateId: number | null) =>
  useQuery({
    ...read([], '/api/bookings/{booking_id}/certificate/preview', {
      path: { booking_id: bookingId },
      query: certificateId === null ? {} : { certificateId },
    }),
    placeholderData: (before) => before,
  });

/** Email the insurer a request for a certificate. */
export const useRequestCertificate = (bookingId: number) =>
  useMutation({
    mutationFn: (email: string) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/certificate/request', {
          ...at({ booking_id: bookingId }),
          body: { email },
        }),
      ),
    meta: { invalidates: ['bookings', 'messages'] },
  });

/** Email a certificate to the venue. */
export const useSendCertificate = (bookingId: number) =>
  useMutation({
    mutationFn: (body: { email: string; certificateId: number }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/certificate/send', { ...at({ booking_id: bookingId }), body }),
      ),
    meta: { invalidates: ['bookings', 'messages'] },
  });

/** Bookings of the next 14 days whose certificate is missing or expires too soon. */
export const useDueCertificates = () =>
  useQuery({
    ...read(['bookings', 'venues', 'settings'], '/api/certificates/due'),
    enabled: useCan('handleBookings'),
  });
