import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, fail, server, signedOut } from '@/testing/server';

const published = {
  status: 'ok',
  version: '1.2.3',
  checkedAt: '2026-11-29T12:00:00Z',
  database: 'ok',
  worker: 'ok',
  announcements: [],
  maintenance: null,
};

const fine = () => {
  answer('get', '/healthz', { status: 'ok', version: '1.2.3', commit: '810837b', date: '2026-11-29' });
  answer('get', '/readyz', { status: 'ok', migration: '0001' });
  answer('get', '/status.json', published);
};

describe('status page', () => {
  it('shows that all systems work, the version and the time of the check', async () => {
    signedOut();
    fine();
    open('/status');
    expect(await screen.findByText('All systems operational')).toBeTruthy();
    expect(screen.getAllByText('Operational')).toHaveLength(3);
    expect(screen.getByText('1.2.3 (810837b, 2026-11-29)')).toBeTruthy();
    expect(screen.getByText(/^\d{1,2}:\d\d:\d\d [AP]M$/)).toBeTruthy();
  });

  it('shows which system is down, the server’s message and its recovery after a recheck', async () => {
    signedOut();
    fine();
    fail('get', '/readyz', 503, 'The database is away.');
    const { user } = open('/status');
    expect(await screen.findByText('Some systems are down')).toBeTruthy();
    expect(screen.getByText('Down')).toBeTruthy();
    expect(screen.getByText('The database is away.')).toBeTruthy();
    fine();
    await user.click(screen.getByRole('button', { name: 'Check Again' }));
    expect(await screen.findByText('All systems operational')).toBeTruthy();
  });

  it('shows maintenance, announcements and delayed jobs', async () => {
    signedOut();
    fine();
    answer('get', '/status.json', {
      ...published,
      status: 'maintenance',
      worker: 'late',
      announcements: [
        { text: 'New servers tonight.', from: '2026-11-29T00:00:00Z', to: '2026-11-30T00:00:00Z' },
      ],
      maintenance: { until: '2026-11-29T23:30:00Z' },
    });
    open('/status');
    expect(await screen.findByText('Down for maintenance')).toBeTruthy();
    expect(screen.getByText('New servers tonight.')).toBeTruthy();
    expect(screen.getByText(/^Maintenance until Nov \d+, 2026, /)).toBeTruthy();
    expect(screen.getByText('Emails and reminders are delayed.')).toBeTruthy();
  });

  it('reports an unreachable server', async () => {
    server.use(http.get('http://localhost:3000/*', () => HttpResponse.error()));
    open('/status');
    expect(await screen.findByText('Can’t reach the service')).toBeTruthy();
    expect(screen.getAllByText('Down')).toHaveLength(3);
    expect(screen.getByText('unknown')).toBeTruthy();
  });
});
