/** Changes that pages ask the server for: each is a call, and names what is read again or replaced after it. */
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

/** A change as a form, a question or a button sends it, whatever else is known of it. */
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

/** The body of an answer; undefined where the answer says that it has none, which the API's description says too. */
function answerOf<Answer>(result: Answered<Answer>): Answer {
  return result.response.status === 204 ? (result.data as Answer) : body(result);
}

/** A call that a page makes on demand, and whatever follows from the answer. */
export function useCall<Answer, Input = void>(
  call: Call<Input, Answer>,
  following: Following<Input, Answer> = {},
) {
  return useMutation({ mutationFn: async (input: Input) => answerOf(await call(input)), ...following });
}

/** A change after which topics and paths are read again; it is done when what is on the screen is. */
export function useChange<Answer, Input = void>(call: Call<Input, Answer>, ...what: Stale) {
  const client = useQueryClient();
  return useCall(call, { onSuccess: () => reload(client, ...what) });
}

/** The same where they are read again after a refusal too: somebody else may have been faster. */
export function useContestedChange<Answer, Input = void>(call: Call<Input, Answer>, ...what: Stale) {
  const client = useQueryClient();
  return useCall(call, { onSettled: () => reload(client, ...what) });
}

/**
 * A change whose answer is what a query reads, and takes its place at once.
 *
 * @param then what else follows from it; not waited for
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

/** One form's two calls: without an `id` something is added, with one that is changed. */
export function addOrChange<Input, Answer>(
  add: Call<Input, Answer>,
  change: (id: number, input: Input) => Promise<Answered<Answer>>,
) {
  return ({ id, input }: { id: number | null; input: Input }) =>
    id === null ? add(input) : change(id, input);
}
