import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { open } from '@/testing/render';
import { answer, letter, signIn } from '@/testing/server';
import { upcomingBookings } from './upcoming-bookings';

function booking(id: number, deliveryDate: string, status: Booking['status']): Booking {
  return {
    id,
    deliveryDate,
    status,
    customerName: `Customer ${id}`,
    message: 'LOVE',
    size: '4ft',
    venueName: null,
  } as Booking;
}

describe('upcoming bookings', () => {
  it('are the five earliest that are still to be done', () => {
    const all = [
      booking(1, '2027-01-05T08:00:00-05:00', 'pending'),
      booking(2, '2027-01-01T08:00:00-05:00', 'canceled'),
      booking(3, '2027-01-01T23:00:00-05:00', 'confirmed'),
      booking(4, '2027-01-02T02:00:00+00:00', 'confirmed'),
      booking(5, '2027-01-06T08:00:00-05:00', 'completed'),
      ...[6, 7, 8].map((id) => booking(id, `2027-02-0${id}T08:00:00-05:00`, 'pending')),
    ];
    expect(upcomingBookings(all).map(({ id }) => id)).toEqual([4, 3, 1, 6, 7]);
  });
});

describe('the dashboard', () => {
  it('leads a new business through its three steps', async () => {
    signIn();
    answer('get', '/api/inventory', [letter('A', 1)]);
    open('/dashboard');
    expect(await screen.findByText('1 of 3 done')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a Venue' }).getAttribute('href')).toBe('/venues');
    expect(screen.getByText('No upcoming bookings')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a Booking' }).getAttribute('href')).toBe('/booking');
  });

  it('shows what comes next with the day of the operator', async () => {
    signIn();
    answer('get', '/api/bookings', [booking(1, '2026-12-31T20:00:00-05:00', 'pending')]);
    open('/dashboard');
    expect(await screen.findByText('Dec 31, 2026')).toBeTruthy();
    expect(screen.getByText('Pending')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/bookings');
    expect(screen.getByRole('link', { name: /^Customer 1/ }).getAttribute('href')).toBe('/bookings?id=1');
    expect(screen.getByText('“LOVE” (4ft)')).toBeTruthy();
  });
});
