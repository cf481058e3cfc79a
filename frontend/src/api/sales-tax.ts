import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { ApiError } from './errors';
import { read, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type SalesTax = components['schemas']['SalesTaxOut'];
export type SalesTaxInput = components['schemas']['SalesTaxInput'];
export type TaxPlace = SalesTax['places'][number];
export type ExemptCustomer = components['schemas']['ExemptCustomerOut'];
export type ExemptCustomersInput = components['schemas']['ExemptCustomersInput'];

const tax = read(['settings'], '/api/sales-tax');
const exempt = read(['settings'], '/api/tax-exemptions');

/** Tax rates by place, and taxed items. Enabled only for users who can change settings. */
export const useSalesTax = () => useQuery({ ...tax, enabled: useCan('changeSettings') });

/** Replace all places and taxed items. */
export const useSaveSalesTax = () =>
  useMutation({
    mutationFn: (input: SalesTaxInput) => unwrap(api.PUT('/api/sales-tax', { body: input })),
    onSuccess: setDataOf(tax),
  });

export type TaxFile = components['schemas']['TaxCsvInput'];
export type RateUnit = NonNullable<TaxFile['unit']>;

/** Parse a CSV file of rates and return its places, without saving. */
export const usePreviewTaxFile = () =>
  useMutation({ mutationFn: (file: TaxFile) => unwrap(api.POST('/api/sales-tax/preview', { body: file })) });

/** Question raised by a file whose rates are all below 1 without a percent sign; null for other errors. */
export const unitQuestionOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'unit_needed' ? error.sentence : null;

/** Tax-exempt customers. */
export const useExemptCustomers = () => useQuery({ ...exempt, enabled: useCan('changeSettings') });

/** Replace all tax-exempt customers. */
export const useSaveExemptCustomers = () =>
  useMutation({
    mutationFn: (input: ExemptCustomersInput) => unwrap(api.PUT('/api/tax-exemptions', { body: input })),
    onSuccess: setDataOf(exempt),
  });
