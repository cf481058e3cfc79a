/** Mutations. Each consists of an API call and the queries it invalidates or updates. */
import {
  type DataTag,
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { body } from './client';
import { reload, type Stale } from './read';

/** Mutation as seen by a form, dialog or button. */
export interface Sendable<Input, Output> {
  isPending: boolean;
  mutate: (
    input: Input,
    callbacks: { onSuccess: (output: Output) => void; onError: (error: Error) => void },
  ) => void;
}

interface Answered<Answer> {
  data?: Answer;
  response: Response;
}
type Call<Input, Answer> = (input: Input) => Promise<Answered<Answer>>;
type Following<Input, Answer> = Omit<UseMutationOptions<Answer, Error, Input>, 'mutationFn'>;

/** Response body; undefined if the API schema says that there is none. */
function answerOf<Answer>(result: Answered<Answer>): Answer {
  return result.response.status === 204 ? (result.data as Answer) : body(result);
}

/** Mutation that runs a call on demand, with a follow-up for its response. */
export function useCall<Answer, Input = void>(
  call: Call<Input, Answer>,
  following: Following<Input, Answer> = {},
) {
  return useMutation({ mutationFn: async (input: Input) => answerOf(await call(input)), ...following });
}

/** Mutation that invalidates topics and paths; it completes when visible queries are reloaded. */
export function useChange<Answer, Input = void>(call: Call<Input, Answer>, ...what: Stale) {
  const client = useQueryClient();
  return useCall(call, { onSuccess: () => reload(client, ...what) });
}

/** Like `useChange`, but also reloads after an error, because of a possible concurrent change. */
export function useContestedChange<Answer, Input = void>(call: Call<Input, Answer>, ...what: Stale) {
  const client = useQueryClient();
  return useCall(call, { onSettled: () => reload(client, ...what) });
}

/**
 * Mutation whose response replaces the data of a query.
 *
 * @param then follow-up; not awaited
 */
export function useSave<Kept, Saved extends Kept, Input = void>(
  { queryKey }: { queryKey: DataTag<QueryKey, Kept, Error> },
  call: Call<Input, Saved>,
  then?: (saved: Saved, client: QueryClient) => void,
) {
  const client = useQueryClient();
  return useCall(call, {
    onSuccess: (saved) => {
      client.setQueryData<Kept>(queryKey, saved);
      then?.(saved, client);
    },
  });
}

/** Create call without an `id`, update call with one. */
export function addOrChange<Input, Answer>(
  add: Call<Input, Answer>,
  change: (id: number, input: Input) => Promise<Answered<Answer>>,
) {
  return ({ id, input }: { id: number | null; input: Input }) =>
    id === null ? add(input) : change(id, input);
}
