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

describe('A call', () => {
  it('has the body of its answer', async () => {
    const { result } = await onPage(() => useCall(() => api.POST('/api/calendar-feed')));
    answer('post', '/api/calendar-feed', after);
    expect(await result.current.change.mutateAsync()).toEqual(after);
  });

  it('has nothing where the answer says that there is nothing', async () => {
    const { result, reads } = await onPage(() => useCall(() => api.DELETE('/api/calendar-feed')));
    answer('delete', '/api/calendar-feed', null, 204);
    expect(await result.current.change.mutateAsync()).toBeUndefined();
    expect(reads()).toBe(1);
  });

  it('fails where a body is missing', async () => {
    const { result } = await onPage(() => useCall(() => api.POST('/api/calendar-feed')));
    answer('post', '/api/calendar-feed', null);
    await expect(result.current.change.mutateAsync()).rejects.toMatchObject({ status: 502 });
  });
});

describe('A change', () => {
  it('has what it is about read again, before it is done', async () => {
    const { result, reads } = await onPage(() =>
      useChange(() => api.DELETE('/api/calendar-feed'), 'settings'),
    );
    answer('delete', '/api/calendar-feed', null, 204);
    await result.current.change.mutateAsync();
    expect(reads()).toBe(2);
  });

  it('leaves the rest as it was read', async () => {
    const { result, reads } = await onPage(() =>
      useChange(() => api.DELETE('/api/calendar-feed'), 'bookings', '/api/venues'),
    );
    answer('delete', '/api/calendar-feed', null, 204);
    await result.current.change.mutateAsync();
    expect(reads()).toBe(1);
  });

  it('has nothing read again where it was refused, unless others may have changed the same', async () => {
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

describe('What is saved', () => {
  it('takes the place of what was read, and is followed by the rest', async () => {
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

it('One form adds something without an id, and changes what has one', async () => {
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
