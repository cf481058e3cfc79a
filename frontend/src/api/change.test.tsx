import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { answer, fail } from '@/testing/server';
import { addOrChange, useCall, useChange, useContestedChange, useSave } from './change';
import { api, at } from './client';
import { createQueryClient } from './query-client';
import { read } from './read';

const feed = read(['settings'], '/api/calendar-feed');
const before = { url: 'https://example.com/before', createdAt: null };
const after = { url: 'https://example.com/after', createdAt: null };

/** A hook on a page that shows the feed, and how often the feed has been asked for. */
async function onPage<Result>(useIt: () => Result) {
  const client = createQueryClient(() => undefined);
  const asked = answer('get', '/api/calendar-feed', before);
  const { result } = renderHook(() => ({ change: useIt(), shown: useQuery(feed).data }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.shown).toEqual(before));
  return { result, reads: () => asked.bodies.length };
}

describe('useCall', () => {
  it('returns the response body', async () => {
    const { result } = await onPage(() => useCall(() => api.POST('/api/calendar-feed')));
    answer('post', '/api/calendar-feed', after);
    expect(await result.current.change.mutateAsync()).toEqual(after);
  });

  it('returns undefined for an empty response', async () => {
    const { result, reads } = await onPage(() => useCall(() => api.DELETE('/api/calendar-feed')));
    answer('delete', '/api/calendar-feed', null, 204);
    expect(await result.current.change.mutateAsync()).toBeUndefined();
    expect(reads()).toBe(1);
  });

  it('fails if an expected body is missing', async () => {
    const { result } = await onPage(() => useCall(() => api.POST('/api/calendar-feed')));
    answer('post', '/api/calendar-feed', null);
    await expect(result.current.change.mutateAsync()).rejects.toMatchObject({ status: 502 });
  });
});

describe('useChange', () => {
  it('reloads its queries before it completes', async () => {
    const { result, reads } = await onPage(() =>
      useChange(() => api.DELETE('/api/calendar-feed'), 'settings'),
    );
    answer('delete', '/api/calendar-feed', null, 204);
    await result.current.change.mutateAsync();
    expect(reads()).toBe(2);
  });

  it('does not reload other queries', async () => {
    const { result, reads } = await onPage(() =>
      useChange(() => api.DELETE('/api/calendar-feed'), 'bookings', '/api/venues'),
    );
    answer('delete', '/api/calendar-feed', null, 204);
    await result.current.change.mutateAsync();
    expect(reads()).toBe(1);
  });

  it('reloads nothing after an error, unless it is a contested change', async () => {
    fail('delete', '/api/calendar-feed', 409, 'No.');
    const alone = await onPage(() => useChange(() => api.DELETE('/api/calendar-feed'), 'settings'));
    await expect(alone.result.current.change.mutateAsync()).rejects.toMatchObject({ status: 409 });
    expect(alone.reads()).toBe(1);
    const contested = await onPage(() =>
      useContestedChange(() => api.DELETE('/api/calendar-feed'), 'settings'),
    );
    await expect(contested.result.current.change.mutateAsync()).rejects.toMatchObject({ status: 409 });
    expect(contested.reads()).toBe(2);
  });
});

describe('useSave', () => {
  it('replaces the query data and reloads the others', async () => {
    const followed: unknown[] = [];
    const { result, reads } = await onPage(() =>
      useSave(
        feed,
        () => api.POST('/api/calendar-feed'),
        (saved) => followed.push(saved.url),
      ),
    );
    answer('post', '/api/calendar-feed', after);
    await result.current.change.mutateAsync();
    await waitFor(() => expect(result.current.shown).toEqual(after));
    expect(followed).toEqual([after.url]);
    expect(reads()).toBe(1);
  });
});

it('addOrChange creates without an id and updates with one', async () => {
  const { result } = await onPage(() =>
    useCall(
      addOrChange(
        (tag: string) => api.POST('/api/pieces', { body: { tag } as never }),
        (id, tag) => api.PATCH('/api/pieces/{piece_id}', { ...at({ piece_id: id }), body: { tag } }),
      ),
    ),
  );
  const added = answer('post', '/api/pieces', {});
  const changed = answer('patch', '/api/pieces/7', {});
  await result.current.change.mutateAsync({ id: null, input: 'A1' });
  await result.current.change.mutateAsync({ id: 7, input: 'A2' });
  expect([added.bodies, changed.bodies]).toEqual([[{ tag: 'A1' }], [{ tag: 'A2' }]]);
});
