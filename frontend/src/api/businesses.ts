/** Businesses as administrators see them, and support access and use as owners see them. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];

export type BusinessUse = Schemas['BusinessUse'];
export type BusinessOverview = Schemas['BusinessOverview'];
export type BusinessState = BusinessUse['state'];
export type UsageLimit = Schemas['UsageLimitOut'];
export type SupportAccess = Schemas['SupportAccessOut'];
export type BusinessSort = 'requests' | 'errors' | 'jobs' | 'emails' | 'storage';
export type UsePeriod = 'hour' | 'day' | 'week';

/** All businesses by their use in a period, most first. */
export function useBusinesses(sort: BusinessSort, since: UsePeriod) {
  return useQuery({
    ...read([], '/api/admin/businesses', { query: { sort, since } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** A business with its use of the last 24 hours. */
export function useBusinessOverview(id: number) {
  return useQuery({
    ...read([], '/api/admin/businesses/{operator_id}', { path: { operator_id: id } }),
    staleTime: 0,
  });
}

const CHANGED = {
  invalidates: ['/api/admin/businesses', '/api/admin/businesses/{operator_id}', '/api/admin/audit'],
} as const;

export const useSuspendBusiness = (id: number) =>
  useMutation({
    mutationFn: (input: Schemas['SuspendInput']) =>
      unwrap(
        api.POST('/api/admin/businesses/{operator_id}/suspend', { ...at({ operator_id: id }), body: input }),
      ),
    meta: CHANGED,
  });

export const useSlowBusiness = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/admin/businesses/{operator_id}/slow', at({ operator_id: id }))),
    meta: CHANGED,
  });

export const useResumeBusiness = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/admin/businesses/{operator_id}/resume', at({ operator_id: id }))),
    meta: CHANGED,
  });

export const useSignOutBusiness = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/admin/businesses/{operator_id}/sign-out', at({ operator_id: id }))),
    meta: CHANGED,
  });

/** Bookings viewed with support access. Each call is recorded in the owner's activity log, so call it only on request. */
export const useReadSupportBookings = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.GET('/api/admin/businesses/{operator_id}/support/bookings', at({ operator_id: id }))),
    gcTime: 0,
  });

/** The business's limits, and its requests of the last week. */
export function useUsage() {
  return useQuery(read([], '/api/usage'));
}

/** Until when administrators may read the business's bookings, and who has read them. */
export function useSupportAccess() {
  return useQuery({ ...read([], '/api/support-access'), staleTime: 0 });
}

const ACCESS_CHANGED = { invalidates: ['/api/support-access'] } as const;

export const useAllowSupport = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/support-access')), meta: ACCESS_CHANGED });

export const useEndSupport = () =>
  useMutation({ mutationFn: () => unwrap(api.DELETE('/api/support-access')), meta: ACCESS_CHANGED });
