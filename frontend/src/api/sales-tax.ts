import { useQuery } from '@tanstack/react-query';
import { useCall, useSave } from './change';
import { api } from './client';
import { ApiError } from './errors';
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
export const useSalesTax = () => useQuery({ ...tax, enabled: useCan('changeSettings') });

/** Sets all places, and what is taxed. */
export const useSaveSalesTax = () =>
  useSave(tax, (input: SalesTaxInput) => api.PUT('/api/sales-tax', { body: input }));

export type TaxFile = components['schemas']['TaxCsvInput'];
export type RateUnit = NonNullable<TaxFile['unit']>;

/** Reads a CSV file of rates and answers its places; changes nothing. */
export const usePreviewTaxFile = () =>
  useCall((file: TaxFile) => api.POST('/api/sales-tax/preview', { body: file }));

/** The question that a file raises whose rates are all below 1 without a percent sign; null for any other error. */
export const unitQuestionOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'unit_needed' ? error.sentence : null;

/** The customers who pay no sales tax. */
export const useExemptCustomers = () => useQuery({ ...exempt, enabled: useCan('changeSettings') });

/** Sets all exempt customers. */
export const useSaveExemptCustomers = () =>
  useSave(exempt, (input: ExemptCustomersInput) => api.PUT('/api/tax-exemptions', { body: input }));
