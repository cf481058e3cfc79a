import { api, at, unwrap } from './client';
import type { BookingPatch } from './types';

/** What an edit would change. Nothing is saved. */
export const previewEdit = (id: number, patch: BookingPatch, signal: AbortSignal) =>
  unwrap(
    api.POST('/api/bookings/{booking_id}/edit-preview', { ...at({ booking_id: id }), body: patch, signal }),
  );
