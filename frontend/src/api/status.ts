import { useQuery } from '@tanstack/react-query';
import { formatBuild } from '@/lib/build';
import { api, body } from './client';
import { ApiError } from './errors';
import { keyOf } from './read';
import type { components } from './schema';

const LOOK_AGAIN_MS = 30_000;
const PATIENCE_MS = 10_000;

/** Status of one part of the service: availability, response time and error message. */
export interface Part {
  works: boolean;
  /** Response time in milliseconds; null for a part without its own call. */
  took: number | null;
  sentence: string | null;
}

export type PublicStatus = components['schemas']['StatusOut'];

export interface Status {
  at: Date;
  server: Part;
  database: Part;
  /** The public status with announcements and maintenance; null if the server didn't respond. */
  published: PublicStatus | null;
  /** Version with commit and date, such as `1.0.0 (810837b, 2026-11-29)`. */
  version: string | null;
}

async function timed<T>(call: () => Promise<T>): Promise<{ part: Part; answer: T | null }> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const answer = await call();
    return { part: { works: true, took: took(), sentence: null }, answer };
  } catch (error) {
    const sentence = error instanceof ApiError ? error.sentence : 'It did not respond in time.';
    return { part: { works: false, took: took(), sentence }, answer: null };
  }
}

function buildOf(answer: Record<string, string | null> | null): string | null {
  const version = answer?.version;
  return version == null ? null : formatBuild(version, answer?.commit, answer?.date);
}

async function readStatus(): Promise<Status> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [server, database, published] = await Promise.all([
    timed(async () => body(await api.GET('/healthz', { signal }))),
    timed(async () => body(await api.GET('/readyz', { signal }))),
    timed(async () => body(await api.GET('/status.json', { signal }))),
  ]);
  return {
    at: new Date(),
    server: server.part,
    database: database.part,
    published: published.answer,
    version: buildOf(server.answer),
  };
}

/** Service status, polled every 30 seconds while the page is visible. Never fails. */
export function useStatus() {
  return useQuery({
    queryKey: keyOf('/healthz'),
    queryFn: readStatus,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnWindowFocus: true,
  });
}
