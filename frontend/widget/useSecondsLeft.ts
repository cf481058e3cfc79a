import { useEffect, useMemo, useState } from 'react';
import type { Refusal } from '@/booking-form/answers';

/** Seconds left of the wait that a refusal requires; counts down. */
export function useSecondsLeft(refusal: Refusal | null): number {
  const wait = refusal?.kind === 'failed' ? (refusal.retryAfter ?? 0) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal restarts the wait.
  const until = useMemo(() => Date.now() + wait * 1000, [refusal, wait]);
  const [, setTick] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setInterval(() => setTick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [wait]);
  return wait === 0 ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
