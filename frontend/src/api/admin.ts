import { useMutation, useQuery } from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { api, at, type Upsert, unwrap } from './client';
import { invalidate, read, setDataOf, useFilteredPages } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Comparison = Schemas['ComparisonOut'];
export type Refusal = Schemas['RefusalOut'];

export type AdminUser = Schemas['AdminUser'];
export type UserFigures = Schemas['UserFigures'];
export type NewUser = Schemas['NewUser'];
export type Role = NewUser['role'] & string;
export type Week = Schemas['Week'];
export type Overview = Schemas['Overview'];
export type AdminPlan = Schemas['AdminPlanOut'];
export type AdminSubscription = Schemas['AdminSubscriptionOut'];
export type SubscriptionDetails = Schemas['AdminSubscriptionDetails'];
export type PlanInput = Schemas['PlanInput'];
export type SettingsGroup = 'general' | 'email' | 'payments' | 'texts' | 'system';
export type SubscriptionFigures = Schemas['SubscriptionFigures'];

/** All settings by group; a secret is "set" or null. */
export interface PlatformSettings extends Record<SettingsGroup, Record<string, unknown>> {
  /** Settings fixed by the environment. */
  locked: string[];
  /** Secrets that can no longer be decrypted. */
  unreadable: string[];
}

const PAGE_SIZE = 50;

/** Filters of the user list; an empty filter includes all users. */
export interface UserFilter {
  q: string;
  filter: '' | 'active' | 'inactive' | 'admins' | 'managers' | 'staff';
  sort: 'newest' | 'oldest' | 'lastLogin' | 'email';
}

/** Paginated users, with totals over all of them. */
export function useUsers({ q, filter, sort }: UserFilter) {
  return useFilteredPages([], '/api/admin/users', {
    sort,
    limit: PAGE_SIZE,
    ...(q !== '' && { q }),
    ...(filter !== '' && { filter }),
  });
}

/** Queries to invalidate after a user changed: list, totals and audit log. */
const people = ['/api/admin/users', '/api/admin/overview', '/api/admin/audit'] as const;

export const useCreateUser = () =>
  useMutation({
    mutationFn: (input: NewUser) => unwrap(api.POST('/api/admin/users', { body: input })),
    meta: { invalidates: people },
  });

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ id, role }: { id: number; role: Role }) =>
      unwrap(api.PATCH('/api/admin/users/{user_id}/role', { ...at({ user_id: id }), body: { role } })),
    meta: { invalidates: people },
  });

export const useChangeActive = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
      unwrap(api.PATCH('/api/admin/users/{user_id}/status', { ...at({ user_id: id }), body: { isActive } })),
    meta: { invalidates: people },
  });

/** Create a link that lets a user choose a new password. */
export const useMakeResetLink = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/admin/users/{user_id}/reset-link', at({ user_id: id }))),
    meta: { invalidates: ['/api/admin/audit'] },
    // The link grants access, so it is dropped from the cache when no longer shown.
    gcTime: 0,
  });

export const useDeleteUser = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/admin/users/{user_id}', at({ user_id: id }))),
    meta: { invalidates: people },
  });

/** Installation status. Reloaded on each visit. */
export function useOverview() {
  return useQuery({ ...read([], '/api/admin/overview'), staleTime: 0 });
}

/** Audit log, paginated, newest first. */
export function useAudit(filter: AuditFilter, business: number | null) {
  return useFilteredPages(
    [],
    '/api/admin/audit',
    { limit: PAGE_SIZE, ...auditQuery(filter), ...(business !== null && { business }) },
    { staleTime: 0 },
  );
}

const settings = read([], '/api/admin/settings');

export function usePlatformSettings() {
  return useQuery(settings);
}

/** Save one group of settings. */
export const useSaveSettings = (group: SettingsGroup) =>
  useMutation({
    mutationFn: (input: Record<string, unknown>) =>
      unwrap(api.PATCH(`/api/admin/settings/${group}`, { body: input as never })),
    onSuccess: setDataOf(settings),
    meta: { invalidates: ['/api/admin/overview', '/api/admin/audit'], awaits: false },
  });

/** All plans, cheapest first. */
export function usePlans() {
  return useQuery(read([], '/api/admin/subscription-plans'));
}

/** Filters of the subscription list; an empty status includes all. */
export interface SubscriptionFilter {
  q: string;
  status: AdminSubscription['status'] | '';
}

/** Subscriptions of all businesses, paginated, newest first, with totals over all of them. */
export function useSubscriptions({ q, status }: SubscriptionFilter) {
  return useFilteredPages(
    [],
    '/api/admin/subscriptions',
    { limit: PAGE_SIZE, ...(q !== '' && { q }), ...(status !== '' && { status }) },
    { staleTime: 0 },
  );
}

const subscriptionOf = (id: number) =>
  read([], '/api/admin/subscriptions/{subscription_id}', { path: { subscription_id: id } });

/** Subscription with live data from the payment provider. */
export function useAdminSubscription(id: number) {
  return useQuery({ ...subscriptionOf(id), staleTime: 0, gcTime: 0 });
}

/** Mutation options: update the subscription in the cache and invalidate the list, totals and audit log. */
const changesSubscription = (id: number) => ({
  onSuccess: setDataOf(subscriptionOf(id)),
  // An error may mean that the subscription has changed.
  onError: invalidate(subscriptionOf(id)),
  meta: {
    invalidates: ['/api/admin/overview', '/api/admin/audit', '/api/admin/subscriptions'] as const,
    invalidatesOnError: true,
    awaits: false,
  },
});

/** Action on a subscription; the idempotency key prevents a retry from repeating it. */
export type SubscriptionStep = { key: string } & (
  | { action: 'cancelNow' | 'cancelAtPeriodEnd' | 'resume' | 'endHere' }
  | { action: 'extendTrial'; trialEnd: string }
);

const whens = { cancelNow: 'now', cancelAtPeriodEnd: 'periodEnd', endHere: 'here' } as const;

export function useChangeSubscription(id: number) {
  return useMutation({
    mutationFn: (step: SubscriptionStep) => {
      const call = { ...at({ subscription_id: id }), headers: { 'Idempotency-Key': step.key } };
      if (step.action === 'resume')
        return unwrap(api.POST('/api/admin/subscriptions/{subscription_id}/resume', call));
      if (step.action === 'extendTrial')
        return unwrap(
          api.POST('/api/admin/subscriptions/{subscription_id}/extend-trial', {
            ...call,
            body: { trialEnd: step.trialEnd },
          }),
        );
      return unwrap(
        api.POST('/api/admin/subscriptions/{subscription_id}/cancel', {
          ...call,
          body: { when: whens[step.action] },
        }),
      );
    },
    ...changesSubscription(id),
  });
}

/**
 * Refund a subscription payment, in full or in part. `amount` is in cents; the idempotency key prevents a
 * duplicate refund.
 */
export const useRefundPlanPayment = (id: number) =>
  useMutation({
    mutationFn: ({ paymentId, key, amount }: { paymentId: number; key: string; amount: number }) =>
      unwrap(
        api.POST('/api/admin/subscriptions/{subscription_id}/payments/{payment_id}/refund', {
          ...at({ subscription_id: id, payment_id: paymentId }),
          headers: { 'Idempotency-Key': key },
          body: { amount },
        }),
      ),
    ...changesSubscription(id),
  });

/** Create a plan, or update the one with `id`. */
export const useSavePlan = () =>
  useMutation({
    mutationFn: ({ id, input }: Upsert<PlanInput>) =>
      unwrap(
        id === null
          ? api.POST('/api/admin/subscription-plans', { body: input })
          : api.PATCH('/api/admin/subscription-plans/{plan_id}', { ...at({ plan_id: id }), body: input }),
      ),
    meta: { invalidates: ['/api/admin/subscription-plans'] },
  });

export const useChangePlanStatus = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
      unwrap(
        api.PATCH('/api/admin/subscription-plans/{plan_id}/status', {
          ...at({ plan_id: id }),
          body: { isActive },
        }),
      ),
    meta: { invalidates: ['/api/admin/subscription-plans'] },
  });

/** Delete a plan without any subscriptions; otherwise fails with a 409. */
export const useDeletePlan = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE('/api/admin/subscription-plans/{plan_id}', at({ plan_id: id }))),
    meta: { invalidates: ['/api/admin/subscription-plans'] },
  });

/** Latest failed calls to the payment provider. */
export function useRefusals() {
  return useQuery(read([], '/api/admin/payments/refusals'));
}

/** Latest reconciliation runs against the payment provider, with their differences. */
export function useComparisons() {
  return useQuery(read([], '/api/admin/payments/comparisons'));
}

/** Missing setup at the payment provider. Runs only on `refetch`, because it takes several provider calls. */
export function useProviderCheck() {
  return useQuery({ ...read([], '/api/admin/payments/check'), enabled: false });
}

/** Create the missing setup at the payment provider. */
export const useSetUpProvider = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/admin/payments/setup')) });

/** Schedule a reconciliation with the provider. */
export const useReconcile = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/admin/payments/reconcile')) });

/** Delete all data created with test keys. */
export const useClearTestData = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/admin/payments/clear-test-data')) });

/** Failing background jobs of one kind and business. */
export type FailingJobs = components['schemas']['FailingJobs'];

export function useFailingJobs() {
  return useQuery(read([], '/api/admin/failing-jobs'));
}

/** Retry the failed jobs of a kind and business now. */
export const useRetryJobs = () =>
  useMutation({
    mutationFn: (body: { kind: string; operatorId: number | null }) =>
      unwrap(api.POST('/api/admin/failing-jobs/retry', { body })),
    meta: { invalidates: ['/api/admin/failing-jobs', '/api/admin/audit', '/api/admin/overview'] },
  });

/** New business that awaits approval or was declined. */
export type HeldBusiness = components['schemas']['HeldBusiness'];

export function useNewBusinesses() {
  return useQuery(read([], '/api/admin/new-businesses'));
}

/** Approve or decline a new business. */
export const useReview = () =>
  useMutation({
    mutationFn: ({ operatorId, approved }: { operatorId: number; approved: boolean }) =>
      unwrap(
        api.PATCH('/api/admin/new-businesses/{operator_id}', {
          ...at({ operator_id: operatorId }),
          body: { approved },
        }),
      ),
    meta: { invalidates: ['/api/admin/new-businesses', '/api/admin/audit', '/api/admin/overview'] },
  });
