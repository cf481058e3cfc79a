import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { api, body } from './client';
import type { paths } from './schema';

/** What the server announces to open pages (docs/adr/0012-live-updates.md). */
export type Topic = paths['/api/events']['get']['responses'][200]['content']['text/event-stream'][number];
/** Stands for all of them: the page was away for too long. */
export const EVERYTHING = '*' satisfies Topic;

declare module '@tanstack/react-query' {
  interface Register {
    /** Whose changes make a query's data stale. */
    queryMeta: { topics: readonly Topic[] };
  }
}

type Answered<Content> = { responses: { 200: { content: { 'application/json': Content } } } };
type Method = 'get' | 'post';
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, Answered<unknown>> ? P : never;
}[keyof paths];

/** Every path that answers a read. */
export type ReadPath = PathOf<'get'>;
export type Answer<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, Answered<infer Content>> ? Content : never;
type Params<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, { parameters: infer All }> ? Pick<All, keyof All & ('path' | 'query')> : never;
type Optional<T> = Record<string, never> extends T ? [T?] : [T];
type Body<P extends keyof paths> = paths[P] extends {
  post: { requestBody?: { content: { 'application/json': infer Content } } };
}
  ? Content
  : never;

interface Call {
  params?: object | undefined;
  body?: unknown;
  signal: AbortSignal;
}
type Send = <Content>(path: string, call: Call) => Promise<{ data?: Content }>;
// The client's own types want a path that is known where the call is written; `read` and `ask` check theirs below, and
// name what its description says that it answers.
const get = api.GET as Send;
const post = api.POST as Send;

/** The key of what a path answers, for reads that do more than ask it. */
export function keyOf<P extends ReadPath>(path: P, params?: Params<P, 'get'>) {
  return [path, params ?? {}] as const;
}

/**
 * The options of a query of one path. Its key is the path and its parameters, so the same question has one answer in the
 * cache, whoever asks.
 *
 * @param topics what makes the answer stale while the page is open; empty where nothing announces it
 */
export function read<P extends ReadPath>(
  topics: readonly Topic[],
  path: P,
  ...[params]: Optional<Params<P, 'get'>>
) {
  return queryOptions({
    queryKey: keyOf(path, params),
    queryFn: async ({ signal }) => body(await get<Answer<P, 'get'>>(path, { params, signal })),
    meta: { topics },
  });
}

/** The same for a question that is asked with a body, such as a preview; nothing is saved by it. */
export function ask<P extends PathOf<'post'>>(
  topics: readonly Topic[],
  path: P,
  input: Body<P>,
  params?: Params<P, 'post'>,
) {
  return queryOptions({
    queryKey: [path, params ?? {}, input] as const,
    queryFn: async ({ signal }) => body(await post<Answer<P, 'post'>>(path, { params, body: input, signal })),
    meta: { topics },
  });
}

interface AnyPage {
  items: readonly unknown[];
  nextCursor: string | null;
}
type PagedPath = {
  [P in ReadPath]: [Extract<Answer<P, 'get'>, AnyPage>] extends [never] ? never : P;
}[ReadPath];
type QueryOf<P extends PagedPath> = Params<P, 'get'> extends { query?: infer Q } ? NonNullable<Q> : never;

/** The options of a list that is read page after page; `query` is everything but where a page begins. */
export function readPages<P extends PagedPath>(
  topics: readonly Topic[],
  path: P,
  query: Omit<QueryOf<P>, 'cursor'> & { limit: number },
) {
  return infiniteQueryOptions({
    queryKey: [path, { query }, 'pages'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, ...(pageParam !== '' && { cursor: pageParam }) };
      // Some paths answer a plain list too, but never to who asks with a limit.
      const params = { query: page };
      return body(await get<Extract<Answer<P, 'get'>, AnyPage>>(path, { params, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { topics },
  });
}

/** When a list is read: at each visit, however fresh what is known of it, or only where a page has a use for it. */
interface WhenRead {
  staleTime?: number;
  refetchOnMount?: 'always';
  enabled?: boolean;
}

/** A list with filters, page after page. The rows before a change of filter stay until the new ones are there. */
export function useFilteredPages<P extends PagedPath>(
  topics: readonly Topic[],
  path: P,
  query: Omit<QueryOf<P>, 'cursor'> & { limit: number },
  when: WhenRead = {},
) {
  return useInfiniteQuery({
    ...readPages(topics, path, query),
    placeholderData: keepPreviousData,
    ...when,
  });
}

type RowOf<A> = A extends { items: readonly (infer Row)[] }
  ? Row
  : A extends readonly (infer Row)[]
    ? Row
    : never;

/** The rows of an answer that is a list, or the first page of one. */
export function rowsOf<A extends readonly unknown[] | { items: readonly unknown[] }>(answer: A) {
  const rows: readonly unknown[] = 'items' in answer ? answer.items : answer;
  // Which of the two it is does not say whose rows they are: the union of both stays.
  return rows as readonly RowOf<A>[];
}

/** Whether a query shows something of these topics; of a path, if it names one. */
export function isAbout({ queryKey, meta }: Query, what: ReadonlySet<unknown>): boolean {
  return (
    what.has(EVERYTHING) || what.has(queryKey[0]) || meta?.topics.some((topic) => what.has(topic)) === true
  );
}

/** Topics and paths whose data is out of date. */
export type Stale = readonly (Topic | keyof paths)[];

/** Has what is about some topics, or comes from some paths, read again; resolves when what is on the screen is. */
export function reload(client: QueryClient, ...what: Stale): Promise<void> {
  return reloadExcept(client, undefined, ...what);
}

/** The same without the query that was just given its new data. */
export function reloadExcept(
  client: QueryClient,
  kept: readonly unknown[] | undefined,
  ...what: Stale
): Promise<void> {
  const set = new Set<unknown>(what);
  const without = kept && client.getQueryCache().find({ queryKey: kept });
  return client.invalidateQueries({ predicate: (query) => query !== without && isAbout(query, set) });
}
