import { QueryClientProvider, type UseMutationOptions, useMutation, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { http } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { answer, fail, server } from '@/testing/server';
import { api, unwrap } from './client';
import { createQueryClient } from './query-client';
import { invalidate, read, setDataOf } from './read';

const feed = read(['settings'], '/api/calendar-feed');
const before = { url: 'https://example.com/before', createdAt: null };
const after = { url: 'https://example.com/after', createdAt: null };

/** Mutation on a page that shows the calendar feed, and the number of times the feed was loaded. */
async function renderMutation<Output>(options: UseMutationOptions<Output>) {
  const client = createQueryClient(() => undefined);
  const requests = answer('get', '/api/calendar-feed', before);
  const { result } = renderHook(() => ({ mutation: useMutation(options), feed: useQuery(feed).data }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.feed).toEqual(before));
  return { result, loads: () => requests.bodies.length };
}

const post = () => unwrap(api.POST('/api/calendar-feed'));
const remove = () => unwrap(api.DELETE('/api/calendar-feed'));

describe('unwrap', () => {
  it('returns the response body', async () => {
    answer('post', '/api/calendar-feed', after);
    expect(await post()).toEqual(after);
  });

  it('returns undefined for an empty response', async () => {
    answer('delete', '/api/calendar-feed', null, 204);
    expect(await remove()).toBeUndefined();
  });

  it('fails if an expected body is missing', async () => {
    answer('post', '/api/calendar-feed', null);
    await expect(post()).rejects.toMatchObject({ status: 502 });
  });
});

describe('meta.invalidates', () => {
  it('reloads the named topics before the mutation completes', async () => {
    const { result, loads } = await renderMutation({
      mutationFn: remove,
      meta: { invalidates: ['settings'] },
    });
    answer('delete', '/api/calendar-feed', null, 204);
    await result.current.mutation.mutateAsync();
    expect(loads()).toBe(2);
  });

  it('does not reload other queries', async () => {
    const { result, loads } = await renderMutation({
      mutationFn: remove,
      meta: { invalidates: ['bookings', '/api/venues'] },
    });
    answer('delete', '/api/calendar-feed', null, 204);
    await result.current.mutation.mutateAsync();
    expect(loads()).toBe(1);
  });

  it('reloads nothing without meta', async () => {
    const { result, loads } = await renderMutation({ mutationFn: remove });
    answer('delete', '/api/calendar-feed', null, 204);
    await result.current.mutation.mutateAsync();
    expect(loads()).toBe(1);
  });

  it('reloads after an error only with invalidatesOnError', async () => {
    fail('delete', '/api/calendar-feed', 409, 'No.');
    const plain = await renderMutation({ mutationFn: remove, meta: { invalidates: ['settings'] } });
    await expect(plain.result.current.mutation.mutateAsync()).rejects.toMatchObject({ status: 409 });
    expect(plain.loads()).toBe(1);
    const contested = await renderMutation({
      mutationFn: remove,
      meta: { invalidates: ['settings'], invalidatesOnError: true },
    });
    await expect(contested.result.current.mutation.mutateAsync()).rejects.toMatchObject({ status: 409 });
    expect(contested.loads()).toBe(2);
  });

  it('completes before the reload with awaits: false', async () => {
    const { result } = await renderMutation({
      mutationFn: post,
      onSuccess: setDataOf(feed),
      meta: { invalidates: ['settings'], awaits: false },
    });
    answer('post', '/api/calendar-feed', after);
    let requested = false;
    // This reload never ends.
    server.use(
      http.get('http://localhost:3000/api/calendar-feed', () => {
        requested = true;
        return new Promise<never>(() => undefined);
      }),
    );
    await result.current.mutation.mutateAsync();
    await waitFor(() => expect(requested).toBe(true));
    expect(result.current.feed).toEqual(after);
  });
});

it('setDataOf replaces the data of its query without loading it', async () => {
  const { result, loads } = await renderMutation({ mutationFn: post, onSuccess: setDataOf(feed) });
  answer('post', '/api/calendar-feed', after);
  await result.current.mutation.mutateAsync();
  await waitFor(() => expect(result.current.feed).toEqual(after));
  expect(loads()).toBe(1);
});

it('invalidate reloads its query after an error', async () => {
  const { result, loads } = await renderMutation({ mutationFn: remove, onError: invalidate(feed) });
  fail('delete', '/api/calendar-feed', 409, 'No.');
  await expect(result.current.mutation.mutateAsync()).rejects.toMatchObject({ status: 409 });
  await waitFor(() => expect(loads()).toBe(2));
});
