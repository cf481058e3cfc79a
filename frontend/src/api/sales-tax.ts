import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type SalesTax = components['schemas']['SalesTaxOut'];
export type SalesTaxInput = components['schemas']['SalesTaxInput'];
export type TaxPlace = SalesTax['places'][number];
export type ExemptCustomer = components['schemas']['ExemptCustomerOut'];
export type ExemptCustomersInput = components['schemas']['ExemptCustomersInput'];

const tax = read(['settings'], '/api/sales-tax');
const exempt = read(['settings'], '/api/tax-exemptions');

/** The rates of the business by place, and what it sells with tax. Asked only for those who may change it. */
export function useSalesTax() {
  const enabled = useCan('changeSettings');
  return useQuery({ ...tax, enabled });
}

/** Sets all places, and what is taxed. */
export function useSaveSalesTax() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: SalesTaxInput) => body(await api.PUT('/api/sales-tax', { body: input })),
    onSuccess: (saved) => client.setQueryData(tax.queryKey, saved),
  });
}

/** Reads a CSV file of rates and answers its places; changes nothing. */
export function usePreviewTaxFile() {
  return useMutation({
    mutationFn: async (csv: string) => body(await api.POST('/api/sales-tax/preview', { body: { csv } })),
  });
}

/** The customers who pay no sales tax. */
export function useExemptCustomers() {
  const enabled = useCan('changeSettings');
  return useQuery({ ...exempt, enabled });
}

/** Sets all exempt customers. */
export function useSaveExemptCustomers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: ExemptCustomersInput) =>
      body(await api.PUT('/api/tax-exemptions', { body: input })),
    onSuccess: (saved) => client.setQueryData(exempt.queryKey, saved),
  });
}
