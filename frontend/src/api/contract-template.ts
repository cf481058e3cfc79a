/** The business's contract template. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { saveFile } from '@/lib/save-file';
import { api, body, unwrap } from './client';
import { read, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type ContractTemplate = components['schemas']['ContractTemplateOut'];
export type ContractTemplateChange = components['schemas']['ContractTemplatePatch'];
export type SectionCondition = NonNullable<components['schemas']['SectionOut']['when']>;

const template = read(['settings'], '/api/contract-template');

/** Enabled only for users who can change settings. */
export const useContractTemplate = () => useQuery({ ...template, enabled: useCan('changeSettings') });

/** Download a contract with an example booking and the unsaved changes in the input. */
export const usePreviewContract = () =>
  useMutation({
    mutationFn: async (input: ContractTemplateChange) =>
      saveFile(
        body(await api.POST('/api/contract-template/preview', { body: input, parseAs: 'blob' })) as Blob,
        'Contract preview.pdf',
      ),
  });

/** Update the parts of the template in the input. */
export const useSaveContractTemplate = () =>
  useMutation({
    mutationFn: (input: ContractTemplateChange) =>
      unwrap(api.PATCH('/api/contract-template', { body: input })),
    onSuccess: setDataOf(template),
    meta: { invalidates: ['bookings'], awaits: false },
  });
