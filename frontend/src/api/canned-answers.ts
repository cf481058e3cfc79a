/** Canned answers: texts that the business inserts into conversations. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

type Schemas = components['schemas'];

export type CannedAnswer = Schemas['CannedAnswerOut'];
export type AnswerField = Schemas['AnswerFieldOut'];

/** Canned answers by title, with the fields that they can contain. */
export const useCannedAnswers = () =>
  useQuery({ ...read(['settings'], '/api/canned-answers'), enabled: useCan('writeMessages') });

const CHANGED = { invalidates: ['/api/canned-answers'] } as const;

/** Add an answer, or change the one with this id. */
export const useSaveAnswer = (id: number | null) =>
  useMutation({
    mutationFn: (input: Schemas['CannedAnswerInput']) =>
      unwrap(
        id === null
          ? api.POST('/api/canned-answers', { body: input })
          : api.PATCH('/api/canned-answers/{answer_id}', { ...at({ answer_id: id }), body: input }),
      ),
    meta: CHANGED,
  });

export const useDeleteAnswer = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/canned-answers/{answer_id}', at({ answer_id: id }))),
    meta: CHANGED,
  });

/** Text of an answer for a customer. */
export const useFilledAnswer = (customerId: number) =>
  useMutation({
    mutationFn: (answerId: number) =>
      unwrap(
        api.POST(
          '/api/conversations/{customer_id}/canned-answers/{answer_id}',
          at({ customer_id: customerId, answer_id: answerId }),
        ),
      ),
  });
