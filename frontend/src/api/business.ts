import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import type { components } from './schema';

export type BusinessDetails = components['schemas']['BusinessDetailsAnswer'];
export type BusinessDetailsChange = components['schemas']['BusinessDetailsChange'];
export type TermsField = BusinessDetails['termsFields'][number];

const businessKey = ['business-details'] as const;

/** The business's details as they appear on quotes, confirmations and invoices. */
export function useBusinessDetails() {
  return useQuery({
    queryKey: businessKey,
    queryFn: async () => body(await api.GET('/api/business-details')),
  });
}

/** Changes the details that the input names. */
export function useSaveBusinessDetails() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: BusinessDetailsChange) =>
      body(await api.PATCH('/api/business-details', { body: input })),
    onSuccess: (saved) => client.setQueryData(businessKey, saved),
  });
}

/** Takes a PNG or JPEG as the business's logo. */
export function useSetLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (picture: Blob) =>
      body(
        await api.PUT('/api/business-details/logo', {
          headers: { 'Content-Type': picture.type },
          // The description says "binary text"; what goes out is the picture itself.
          body: picture as unknown as string,
          bodySerializer: (sent) => sent,
        }),
      ),
    onSuccess: (saved) => client.setQueryData(businessKey, saved),
  });
}

/** Removes the business's logo. */
export function useRemoveLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => api.DELETE('/api/business-details/logo'),
    onSuccess: () =>
      client.setQueryData<BusinessDetails>(businessKey, (details) => details && { ...details, logo: null }),
  });
}
