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

/** Every setting by group; a secret reads as "set" or null. */
export interface PlatformSettings extends Record<SettingsGroup, Record<string, unknown>> {
  /** Names of the settings that the environment sets. */
  locked: string[];
  /** Names of secrets that nobody can read any more. */
  unreadable: string[];
}

const PAGE_SIZE = 50;

/** Which users a list shows; an empty filter means all of them. */
export interface UserFilter {
  q: string;
  filter: '' | 'active' | 'inactive' | 'admins' | 'managers' | 'staff';
  sort: 'newest' | 'oldest' | 'lastLogin' | 'email';
}

/** Users page after page, with figures over all of them. */
export function useUsers({ q, filter, sort }: UserFilter) {
  return useFilteredPages([], '/api/admin/users', {
    sort,
    limit: PAGE_SIZE,
    ...(q !== '' && { q }),
    ...(filter !== '' && { filter }),
  });
}

/** After a change of users, the list, the figures and the audit are out of date. */
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

/** Makes a link with which a user can choose a new password. */
export function useMakeResetLink() {
  const client = useQueryClient();
  return useCall((id: number) => api.POST('/api/admin/users/{user_id}/reset-link', at({ user_id: id })), {
    onSuccess: () => reload(client, '/api/admin/audit'),
    // The link is a way in: it is not kept once nobody looks at it.
    gcTime: 0,
  });
}

export const useDeleteUser = () =>
  useChange((id: number) => api.DELETE('/api/admin/users/{user_id}', at({ user_id: id })), ...people);

/** The installation's status. Reloaded each time it is opened, because it shows the present. */
export function useOverview() {
  return useQuery({ ...read([], '/api/admin/overview'), staleTime: 0 });
}

/** Who did what, page after page, the latest first. */
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

/** Saves one group of settings. */
export const useSaveSettings = (group: SettingsGroup) =>
  useSave(
    settings,
    // The server checks each group against its own model; the four bodies share only their address.
    (input: Record<string, unknown>) => api.PATCH(`/api/admin/settings/${group}`, { body: input as never }),
    (_, client) => void reload(client, '/api/admin/overview', '/api/admin/audit'),
  );

/** Every plan, the cheapest first. */
export function usePlans() {
  return useQuery(read([], '/api/admin/subscription-plans'));
}

/** Which subscriptions a list shows; an empty status means all of them. */
export interface SubscriptionFilter {
  q: string;
  status: AdminSubscription['status'] | '';
}

/** Every business's subscriptions page after page, the newest first, with figures over all of them. */
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

/** A subscription as the payment provider has it now, which the server asks. */
export function useAdminSubscription(id: number) {
  return useQuery({ ...subscriptionOf(id), staleTime: 0, gcTime: 0 });
}

/** Puts a changed subscription in place at once; the list, the figures and the audit are out of date. */
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
    // A refusal may mean that it has changed meanwhile.
    onError: () => {
      void client.invalidateQueries({ queryKey });
      others();
    },
  };
}

/** What an administrator does with a subscription; the key keeps a retry from doing it twice. */
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

/** Refunds a payment of a subscription, in full or in part. `amount` is in cents; the key keeps a retry from a second one. */
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

/** Creates a plan, or changes the one with `id`. */
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

/** Deletes a plan that nobody ever had; refused with a 409 otherwise. */
export const useDeletePlan = () =>
  useChange(
    (id: number) => api.DELETE('/api/admin/subscription-plans/{plan_id}', at({ plan_id: id })),
    '/api/admin/subscription-plans',
  );

/** The newest calls that the payment provider has refused or not answered. */
export function useRefusals() {
  return useQuery(read([], '/api/admin/payments/refusals'));
}

/** The newest comparisons with the payment provider, each with what it has found. */
export function useComparisons() {
  return useQuery(read([], '/api/admin/payments/comparisons'));
}

/** What the provider's side lacks; asked only by `refetch`, because it takes several calls to the provider. */
export function useProviderCheck() {
  return useQuery({ ...read([], '/api/admin/payments/check'), enabled: false });
}

/** Makes at the provider what is missing there. */
export const useSetUpProvider = () => useCall(() => api.POST('/api/admin/payments/setup'));

/** Compares with the provider soon. */
export const useReconcile = () => useCall(() => api.POST('/api/admin/payments/reconcile'));

/** Removes what was made with test keys. */
export const useClearTestData = () => useCall(() => api.POST('/api/admin/payments/clear-test-data'));
