import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { addOrChange, useCall, useChange, useSave } from './change';
import { api, at } from './client';
import { read, reload, useFilteredPages } from './read';
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
export type SettingsGroup = 'general' | 'email' | 'payments' | 'system';
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
  useChange((input: NewUser) => api.POST('/api/admin/users', { body: input }), ...people);

export const useChangeRole = () =>
  useChange(
    ({ id, role }: { id: number; role: Role }) =>
      api.PATCH('/api/admin/users/{user_id}/role', { ...at({ user_id: id }), body: { role } }),
    ...people,
  );

export const useChangeActive = () =>
  useChange(
    ({ id, isActive }: { id: number; isActive: boolean }) =>
      api.PATCH('/api/admin/users/{user_id}/status', { ...at({ user_id: id }), body: { isActive } }),
    ...people,
  );

/** Create a link that lets a user choose a new password. */
export function useMakeResetLink() {
  const client = useQueryClient();
  return useCall((id: number) => api.POST('/api/admin/users/{user_id}/reset-link', at({ user_id: id })), {
    onSuccess: () => reload(client, '/api/admin/audit'),
    // The link grants access, so it is dropped from the cache when no longer shown.
    gcTime: 0,
  });
}

export const useDeleteUser = () =>
  useChange((id: number) => api.DELETE('/api/admin/users/{user_id}', at({ user_id: id })), ...people);

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
  useSave(
    settings,
    // The server validates each group against its own model; the four bodies share only their path.
    (input: Record<string, unknown>) => api.PATCH(`/api/admin/settings/${group}`, { body: input as never }),
    (_, client) => void reload(client, '/api/admin/overview', '/api/admin/audit'),
  );

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

/** Update a changed subscription in the cache and invalidate the list, totals and audit log. */
function useSubscriptionChanged(id: number) {
  const client = useQueryClient();
  const { queryKey } = subscriptionOf(id);
  const others = () =>
    void reload(client, '/api/admin/overview', '/api/admin/audit', '/api/admin/subscriptions');
  return {
    onSuccess: (details: SubscriptionDetails) => {
      client.setQueryData(queryKey, details);
      others();
    },
    // An error may mean that the subscription has changed.
    onError: () => {
      void client.invalidateQueries({ queryKey });
      others();
    },
  };
}

/** Action on a subscription; the idempotency key prevents a retry from repeating it. */
export type SubscriptionStep = { key: string } & (
  | { action: 'cancelNow' | 'cancelAtPeriodEnd' | 'resume' | 'endHere' }
  | { action: 'extendTrial'; trialEnd: string }
);

const whens = { cancelNow: 'now', cancelAtPeriodEnd: 'periodEnd', endHere: 'here' } as const;

export function useChangeSubscription(id: number) {
  return useCall((step: SubscriptionStep) => {
    const call = { ...at({ subscription_id: id }), headers: { 'Idempotency-Key': step.key } };
    if (step.action === 'resume') return api.POST('/api/admin/subscriptions/{subscription_id}/resume', call);
    if (step.action === 'extendTrial')
      return api.POST('/api/admin/subscriptions/{subscription_id}/extend-trial', {
        ...call,
        body: { trialEnd: step.trialEnd },
      });
    return api.POST('/api/admin/subscriptions/{subscription_id}/cancel', {
      ...call,
      body: { when: whens[step.action] },
    });
  }, useSubscriptionChanged(id));
}

/**
 * Refund a subscription payment, in full or in part. `amount` is in cents; the idempotency key prevents a
 * duplicate refund.
 */
export const useRefundPlanPayment = (id: number) =>
  useCall(
    ({ paymentId, key, amount }: { paymentId: number; key: string; amount: number }) =>
      api.POST('/api/admin/subscriptions/{subscription_id}/payments/{payment_id}/refund', {
        ...at({ subscription_id: id, payment_id: paymentId }),
        headers: { 'Idempotency-Key': key },
        body: { amount },
      }),
    useSubscriptionChanged(id),
  );

/** Create a plan, or update the one with `id`. */
export const useSavePlan = () =>
  useChange(
    addOrChange(
      (input: PlanInput) => api.POST('/api/admin/subscription-plans', { body: input }),
      (id, input) =>
        api.PATCH('/api/admin/subscription-plans/{plan_id}', { ...at({ plan_id: id }), body: input }),
    ),
    '/api/admin/subscription-plans',
  );

export const useChangePlanStatus = () =>
  useChange(
    ({ id, isActive }: { id: number; isActive: boolean }) =>
      api.PATCH('/api/admin/subscription-plans/{plan_id}/status', {
        ...at({ plan_id: id }),
        body: { isActive },
      }),
    '/api/admin/subscription-plans',
  );

/** Delete a plan without any subscriptions; otherwise fails with a 409. */
export const useDeletePlan = () =>
  useChange(
    (id: number) => api.DELETE('/api/admin/subscription-plans/{plan_id}', at({ plan_id: id })),
    '/api/admin/subscription-plans',
  );

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
export const useSetUpProvider = () => useCall(() => api.POST('/api/admin/payments/setup'));

/** Schedule a reconciliation with the provider. */
export const useReconcile = () => useCall(() => api.POST('/api/admin/payments/reconcile'));

/** Delete all data created with test keys. */
export const useClearTestData = () => useCall(() => api.POST('/api/admin/payments/clear-test-data'));
