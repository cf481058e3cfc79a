/** The business's contract template. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { read, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type ContractTemplate = components['schemas']['ContractTemplateOut'];
export type ContractTemplateChange = components['schemas']['ContractTemplatePatch'];
export type SectionCondition = NonNullable<components['schemas']['SectionOut']['when']>;

const template = read(['settings'], '/api/contract-template');

/** Enabled only for users who can change settings. */
export const useContractTemplate = () => useQuery({ ...template, enabled: useCan('changeSettings') });

/** Update the parts of the template in the input. */
export const useSaveContractTemplate = () =>
  useMutation({
    mutationFn: (input: ContractTemplateChange) =>
      unwrap(api.PATCH('/api/contract-template', { body: input })),
    onSuccess: setDataOf(template),
    meta: { invalidates: ['bookings'], awaits: false },
  });
