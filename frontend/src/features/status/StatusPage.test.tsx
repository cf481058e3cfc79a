import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, fail, server, signedOut } from '@/testing/server';

const fine = () => {
  answer('get', '/healthz', { status: 'ok', version: '1.2.3' });
  answer('get', '/readyz', { status: 'ok', migration: '0001' });
};

describe('the status page', () => {
  it('says that everything works, in which version, and when it looked', async () => {
    signedOut();
    fine();
    open('/status');
    expect(await screen.findByText('Everything works')).toBeTruthy();
    expect(screen.getAllByText('Works')).toHaveLength(2);
    expect(screen.getByText('1.2.3')).toBeTruthy();
    expect(screen.getByText(/^\d{1,2}:\d\d:\d\d [AP]M$/)).toBeTruthy();
  });

  it('shows the part that is down in the server’s words, and that it is back when asked again', async () => {
    signedOut();
    fine();
    fail('get', '/readyz', 503, 'The database is away.');
    const { user } = open('/status');
    expect(await screen.findByText('Something is wrong')).toBeTruthy();
    expect(screen.getByText('Down')).toBeTruthy();
    expect(screen.getByText('The database is away.')).toBeTruthy();
    fine();
    await user.click(screen.getByRole('button', { name: 'Check Again' }));
    expect(await screen.findByText('Everything works')).toBeTruthy();
  });

  it('says so when nothing can be reached', async () => {
    server.use(http.get('http://localhost:3000/*', () => HttpResponse.error()));
    open('/status');
    expect(await screen.findByText('The service cannot be reached')).toBeTruthy();
    expect(screen.getAllByText('Down')).toHaveLength(2);
    expect(screen.getByText('unknown')).toBeTruthy();
  });
});
