import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Topic } from '@/api/read';
import { userQuery } from '@/api/user';
import { keepLive } from './keep-live';

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static all: Source[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    Source.all.push(this);
  }
  say(id: string, topics: string[]) {
    const event = new MessageEvent('changed', { data: JSON.stringify(topics), lastEventId: id });
    this.dispatchEvent(event);
  }
  refuse() {
    this.readyState = Source.CLOSED;
    this.onerror?.();
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

/** Mock of the Web Locks API: the first caller gets the lock, the next one when it is released. */
function locks() {
  const waiting: (() => Promise<void>)[] = [];
  let held = false;
  const next = () => {
    const turn = waiting.shift();
    held = turn !== undefined;
    void turn?.().then(next);
  };
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, callback: () => Promise<void>) =>
      new Promise<void>((resolve) => {
        waiting.push(() => (signal.aborted ? Promise.resolve() : callback().then(resolve)));
        if (!held) next();
      }),
  };
}

const keyFor = (name: string) => (name === 'user' ? userQuery.queryKey : [name]);

function page(reads: Record<string, Topic[]>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [name, topics] of Object.entries(reads)) {
    client
      .getQueryCache()
      .build(client, { queryKey: keyFor(name), meta: { topics } })
      .setData(name);
  }
  const stale = () =>
    Object.keys(reads).filter((name) => client.getQueryState(keyFor(name))?.isInvalidated === true);
  return { client, stale, stop: keepLive(client, '1') };
}

const reads: Record<string, Topic[]> = {
  list: ['bookings', 'payments'],
  month: ['inventory', 'bookings'],
  quote: ['quotes'],
};
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  Source.all = [];
  hidden = false;
  vi.stubGlobal('EventSource', Source);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('a live page', () => {
  beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));

  it('reloads only the queries of an announced topic', async () => {
    const { stale, stop } = page(reads);
    Source.all[0]?.say('7', ['bookings']);
    await wait(200);
    expect(stale()).toEqual(['list', 'month']);
    stop();
  });

  it('reloads everything after a long disconnect', async () => {
    const { stale, stop } = page(reads);
    Source.all[0]?.say('7', ['*']);
    await wait(200);
    expect(stale()).toEqual(['list', 'month', 'quote']);
    stop();
  });

  it('reloads at most once a second', async () => {
    const { client, stop } = page(reads);
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    for (let id = 0; id < 50; id += 1) {
      Source.all[0]?.say(String(id), ['bookings']);
      await wait(20);
    }
    await wait(1200);
    expect(invalidate.mock.calls.length).toBeLessThanOrEqual(3);
    expect(invalidate.mock.calls.length).toBeGreaterThan(0);
    stop();
  });

  it('a hidden page reloads only once it is visible again', async () => {
    const { stale, stop } = page(reads);
    hidden = true;
    Source.all[0]?.say('7', ['quotes']);
    await wait(5000);
    expect(stale()).toEqual([]);
    hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await wait(200);
    expect(stale()).toEqual(['quote']);
    stop();
  });

  it('resumes from the last event with backoff after a rejection and rechecks the session', async () => {
    const { stale, stop } = page({ user: [] });
    Source.all[0]?.say('41', ['quotes']);
    Source.all[0]?.refuse();
    expect(stale()).toEqual(['user']);
    await wait(3000);
    expect(Source.all.map(({ url }) => url)).toEqual(['/api/events', '/api/events?after=41']);
    Source.all[1]?.refuse();
    await wait(2500);
    expect(Source.all).toHaveLength(2);
    await wait(3000);
    expect(Source.all).toHaveLength(3);
    stop();
    Source.all[2]?.refuse();
    await wait(100_000);
    expect(Source.all).toHaveLength(3);
  });
});

describe('several tabs of one browser', () => {
  it('share one stream, taken over from the last event when the owning tab closes', async () => {
    vi.useRealTimers();
    vi.stubGlobal('navigator', { ...navigator, locks: locks() });
    const first = page(reads);
    const second = page(reads);
    await vi.waitFor(() => expect(Source.all).toHaveLength(1));
    Source.all[0]?.say('9', ['quotes']);
    await vi.waitFor(() => expect([first.stale(), second.stale()]).toEqual([['quote'], ['quote']]));
    first.stop();
    await vi.waitFor(() =>
      expect(Source.all.map(({ url }) => url)).toEqual(['/api/events', '/api/events?after=9']),
    );
    Source.all[1]?.say('10', ['bookings']);
    await vi.waitFor(() => expect(second.stale()).toEqual(['list', 'month', 'quote']));
    expect(first.stale()).toEqual(['quote']);
    second.stop();
  });
});
