import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/api/schema';
import { draftStorage } from '@/booking-form/draft-storage';
import { sample } from '@/testing/sample';
import { answer, fail, server } from '@/testing/server';
import { UnfinishedPage } from './UnfinishedPage';

const path = '/api/public/priced-leads/token';

const form = sample<components['schemas']['UnfinishedFormOut']>({
  url: '/booking?key=bk_1',
  key: 'bk_1',
  customerName: 'Ada',
  customerEmail: 'ada@example.org',
  lines: [],
  venueId: 7,
  venueName: null,
  address: null,
  eventType: 'wedding',
  preferredInstallTime: 'morning',
  deliveryDay: '2027-06-01',
  pickupDay: '2027-06-03',
  dateFormat: 'DD/MM/YYYY',
});

const replace = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  replace.mockClear();
  vi.stubGlobal('location', { ...location, replace });
});

afterEach(() => vi.unstubAllGlobals());

describe('the link of an email about a price', () => {
  it('opens the form with everything that the visitor had entered', async () => {
    answer('get', path, form());
    render(<UnfinishedPage token="token" />);

    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/booking?key=bk_1'));
    expect(draftStorage('bk_1.').load()?.draft).toMatchObject({
      customerName: 'Ada',
      customerEmail: 'ada@example.org',
      venueId: '7',
      eventType: 'wedding',
      preferredInstallTime: 'morning',
      deliveryDate: '01/06/2027',
      pickupDate: '03/06/2027',
    });
  });

  it('shows that it is invalid', async () => {
    fail('get', path, 404, 'This link is invalid or has expired.');
    render(<UnfinishedPage token="token" />);

    expect(await screen.findByRole('heading', { name: 'This link is not available' })).toBeTruthy();
    expect(replace).not.toHaveBeenCalled();
  });

  it('can be tried again after a failure', async () => {
    server.use(http.get(`*${path}`, () => HttpResponse.error()));
    render(<UnfinishedPage token="token" />);
    const again = await screen.findByRole('button', { name: 'Try Again' });
    answer('get', path, form());

    await userEvent.setup().click(again);

    await waitFor(() => expect(replace).toHaveBeenCalledOnce());
  });
});
