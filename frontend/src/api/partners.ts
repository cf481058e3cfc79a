import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { Period } from './revenue';
import { useCan } from './rights';
import type { components } from './schema';

export type Partner = components['schemas']['PartnerOut'];
export type PartnerInput = components['schemas']['PartnerChange'];
export type PartnerStatement = components['schemas']['StatementOut'];

/** Partners by name, disabled ones too. */
export const usePartners = () =>
  useQuery({ ...read(['settings', 'bookings'], '/api/partners'), enabled: useCan('seeMoney') });

/** Create a partner, or update the one with this id. */
export const useSavePartner = (id: number | null) =>
  useMutation({
    mutationFn: (input: PartnerInput) =>
      unwrap(
        id === null
          ? api.POST('/api/partners', { body: input })
          : api.PATCH('/api/partners/{partner_id}', { ...at({ partner_id: id }), body: input }),
      ),
    meta: { invalidates: ['/api/partners'] },
  });

/** A partner's commission in a period. */
export const usePartnerStatement = (id: number, period: Period) =>
  useQuery(
    read(['settings', 'bookings', 'payments'], '/api/partners/{partner_id}/statement', {
      path: { partner_id: id },
      query: period,
    }),
  );

/** Download URL of a statement. */
export const statementFile = (id: number, form: 'csv' | 'pdf', period: Period) =>
  `/api/partners/${id}/statement.${form}?${new URLSearchParams({ ...period })}`;

/** Mark the commission of a month ("2027-06") as paid. */
export const useMarkCommissionPaid = (id: number) =>
  useMutation({
    mutationFn: (month: string) =>
      unwrap(api.POST('/api/partners/{partner_id}/payouts', { ...at({ partner_id: id }), body: { month } })),
    meta: { invalidates: ['settings'] },
  });

/** Undo marking a month as paid. */
export const useUndoCommissionPaid = (id: number) =>
  useMutation({
    mutationFn: (payout: number) =>
      unwrap(
        api.DELETE('/api/partners/{partner_id}/payouts/{payout_id}', {
          ...at({ partner_id: id, payout_id: payout }),
        }),
      ),
    meta: { invalidates: ['settings'] },
  });

/** The partner who brought a booking. */
export const useBookingPartner = (bookingId: number, enabled: boolean) =>
  useQuery({
    ...read(['bookings'], '/api/bookings/{booking_id}/partner', { path: { booking_id: bookingId } }),
    enabled,
  });

/** Name the partner who brought a booking, or none. */
export const useSetBookingPartner = (bookingId: number) =>
  useMutation({
    mutationFn: (partnerId: number | null) =>
      unwrap(
        api.PUT('/api/bookings/{booking_id}/partner', {
          ...at({ booking_id: bookingId }),
          body: { partnerId },
        }),
      ),
    meta: { invalidates: ['/api/bookings/{booking_id}/partner', '/api/partners'] },
  });
