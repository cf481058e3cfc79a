import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useQuiet } from './use-quiet';

afterEach(() => void vi.useRealTimers());

it('turns true when no query is loading, and stays true', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  let answer = (_: string) => {};
  const load = (key: string) =>
    client.fetchQuery({
      queryKey: [key],
      queryFn: () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    });
  const first = load('first');
  const { result } = renderHook(() => useQuiet(), { wrapper });

  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current).toBe(false);

  answer('first');
  await act(async () => {
    await first;
    await vi.advanceTimersByTimeAsync(1_000);
  });
  expect(result.current).toBe(true);

  void load('second');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current).toBe(true);
});
