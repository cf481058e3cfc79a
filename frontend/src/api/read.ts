import {
  type DataTag,
  infiniteQueryOptions,
  keepPreviousData,
  type MutationFunctionContext,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { api, body } from './client';
import type { paths } from './schema';

/** Live-update topic announced by the server (docs/adr/0012-live-updates.md). */
export type Topic = paths['/api/events']['get']['responses'][200]['content']['text/event-stream'][number];
/** All topics: the page was disconnected for too long. */
export const EVERYTHING = '*' satisfies Topic;

declare module '@tanstack/react-query' {
  interface Register {
    /** Topics that make the query's data stale. */
    queryMeta: { topics: readonly Topic[] };
    mutationMeta: {
      /** Topics and paths to reload after success. Handled by the mutation cache of `createQueryClient`. */
      invalidates?: Stale;
      /** Whether to reload after an error too, because the data may have changed in the meantime. */
      invalidatesOnError?: boolean;
      /** Whether the mutation stays pending until visible queries are reloaded. Default: true. */
      awaits?: boolean;
    };
  }
}

type Answered<Content> = { responses: { 200: { content: { 'application/json': Content } } } };
type Method = 'get' | 'post';
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, Answered<unknown>> ? P : never;
}[keyof paths];

/** Paths with a GET. */
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
// The client's own types require a literal path; `read` and `ask` check the types below and name the response
// type.
const get = api.GET as Send;
const post = api.POST as Send;

/** Query key of a path, for custom queries. */
export function keyOf<P extends ReadPath>(path: P, params?: Params<P, 'get'>) {
  return [path, params ?? {}] as const;
}

/**
 * Query options of one path. The key is the path with its parameters, so equal requests share one cache
 * entry.
 *
 * @param topics topics that make the response stale while the page is open; empty if none is announced
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

/** Query options of a POST that reads, such as a preview; nothing is saved. */
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

/** Query options of a paginated list; `query` excludes the cursor. */
export function readPages<P extends PagedPath>(
  topics: readonly Topic[],
  path: P,
  query: Omit<QueryOf<P>, 'cursor'> & { limit: number },
) {
  return infiniteQueryOptions({
    queryKey: [path, { query }, 'pages'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, ...(pageParam !== '' && { cursor: pageParam }) };
      // Some paths also return a plain list, but never if a limit is given.
      const params = { query: page };
      return body(await get<Extract<Answer<P, 'get'>, AnyPage>>(path, { params, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { topics },
  });
}

/** When to load a list: on each visit regardless of freshness, or only if enabled. */
interface WhenRead {
  staleTime?: number;
  refetchOnMount?: 'always';
  enabled?: boolean;
}

/** Filtered, paginated list. The previous rows stay until those of the new filter are loaded. */
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

/** Rows of a response that is a list, or the first page of one. */
export function rowsOf<A extends readonly unknown[] | { items: readonly unknown[] }>(answer: A) {
  const rows: readonly unknown[] = 'items' in answer ? answer.items : answer;
  // The row type stays a union, because the shape does not determine it.
  return rows as readonly RowOf<A>[];
}

/** Whether a query has one of these topics or its path. */
export function isAbout({ queryKey, meta }: Query, what: ReadonlySet<unknown>): boolean {
  return (
    what.has(EVERYTHING) || what.has(queryKey[0]) || meta?.topics.some((topic) => what.has(topic)) === true
  );
}

/** Topics and paths to invalidate. */
export type Stale = readonly (Topic | keyof paths)[];

/** Invalidate topics and paths; resolves when visible queries are reloaded. */
export function reload(client: QueryClient, ...what: Stale): Promise<void> {
  return reloadExcept(client, undefined, ...what);
}

/** `onSuccess` of a mutation whose response replaces the data of a query. */
export const setDataOf =
  <Data>({ queryKey }: { queryKey: DataTag<QueryKey, Data, Error> }) =>
  <Input>(saved: Data, _input: Input, _result: unknown, { client }: MutationFunctionContext): void => {
    client.setQueryData<Data>(queryKey, saved);
  };

/** `onError` of a mutation: reloads one query, because its data may have changed in the meantime. */
export const invalidate =
  ({ queryKey }: { queryKey: QueryKey }) =>
  <Input>(_error: Error, _input: Input, _result: unknown, { client }: MutationFunctionContext): void => {
    void client.invalidateQueries({ queryKey });
  };

/** Like `reload`, except for the query that was just updated. */
export function reloadExcept(
  client: QueryClient,
  exceptKey: readonly unknown[] | undefined,
  ...what: Stale
): Promise<void> {
  const set = new Set<unknown>(what);
  const without = exceptKey && client.getQueryCache().find({ queryKey: exceptKey });
  return client.invalidateQueries({ predicate: (query) => query !== without && isAbout(query, set) });
}
