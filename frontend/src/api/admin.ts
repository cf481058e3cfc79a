import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { api, body } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type AdminUser = Schemas['AdminUser'];
export type UserFigures = Schemas['UserFigures'];
export type NewUser = Schemas['NewUser'];
export type Role = NewUser['role'] & string;
export type Week = Schemas['Week'];
export type Overview = Schemas['Overview'];
export type AdminPlan = Schemas['AdminPlanAnswer'];
export type AdminSubscription = Schemas['AdminSubscriptionAnswer'];
export type PlanInput = Schemas['PlanInput'];
export type SettingsGroup = 'general' | 'email' | 'payments' | 'system';
type UserPage = Schemas['UserPage'];
type SubscriptionPage = Schemas['SubscriptionPage'];
export type SubscriptionFigures = Schemas['SubscriptionFigures'];

/** Every setting by group; a secret reads as "set" or null. */
export interface PlatformSettings extends Record<SettingsGroup, Record<string, unknown>> {
  /** Names of the settings that the environment sets. */
  locked: string[];
  /** Names of secrets that nobody can read any more. */
  unreadable: string[];
}

const usersKey = ['admin', 'users'] as const;
const overviewKey = ['admin', 'overview'] as const;
const plansKey = ['admin', 'plans'] as const;
const subscriptionsKey = ['admin', 'subscriptions'] as const;
const settingsKey = ['admin', 'settings'] as const;
export const auditKey = ['admin', 'audit'] as const;
const PAGE_SIZE = 50;

/** Which users a list shows; an empty filter means all of them. */
export interface UserFilter {
  q: string;
  filter: '' | 'active' | 'inactive' | 'admins' | 'managers' | 'staff';
  sort: 'newest' | 'oldest' | 'lastLogin' | 'email';
}

/** Users page after page, with figures over all of them. */
export function useUsers({ q, filter, sort }: UserFilter) {
  return useInfiniteQuery({
    queryKey: [...usersKey, { q, filter, sort }],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        sort,
        limit: PAGE_SIZE,
        ...(q !== '' && { q }),
        ...(filter !== '' && { filter }),
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return body(await api.GET('/api/admin/users', { params: { query }, signal })) as UserPage;
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** After a change of users, the list, the figures and the audit are out of date. */
function useForgetPeople() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: overviewKey });
    void client.invalidateQueries({ queryKey: auditKey });
    return client.invalidateQueries({ queryKey: usersKey });
  };
}

export function useCreateUser() {
  return useMutation({
    mutationFn: async (input: NewUser) => body(await api.POST('/api/admin/users', { body: input })),
    onSuccess: useForgetPeople(),
  });
}

export function useChangeRole() {
  return useMutation({
    mutationFn: async ({ id, role }: { id: number; role: Role }) =>
      body(
        await api.PATCH('/api/admin/users/{user_id}/role', {
          params: { path: { user_id: id } },
          body: { role },
        }),
      ),
    onSuccess: useForgetPeople(),
  });
}

export function useChangeActive() {
  return useMutation({
    mutationFn: async ({ id, isActive }: { id: number; isActive: boolean }) =>
      body(
        await api.PATCH('/api/admin/users/{user_id}/status', {
          params: { path: { user_id: id } },
          body: { isActive },
        }),
      ),
    onSuccess: useForgetPeople(),
  });
}

/** Makes a link with which a user can choose a new password. */
export function useMakeResetLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) =>
      body(await api.POST('/api/admin/users/{user_id}/reset-link', { params: { path: { user_id: id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: auditKey }),
    // The link is a way in: it is not kept once nobody looks at it.
    gcTime: 0,
  });
}

export function useDeleteUser() {
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/admin/users/{user_id}', { params: { path: { user_id: id } } });
    },
    onSuccess: useForgetPeople(),
  });
}

/** The installation's status. Reloaded each time it is opened, because it shows the present. */
export function useOverview() {
  return useQuery({
    queryKey: overviewKey,
    queryFn: async () => body(await api.GET('/api/admin/overview')),
    staleTime: 0,
  });
}

/** Who did what, page after page, the latest first. */
export function useAudit(filter: AuditFilter, business: number | null) {
  return useInfiniteQuery({
    queryKey: [...auditKey, filter, business],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        ...auditQuery(filter),
        ...(business !== null && { business }),
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return body(await api.GET('/api/admin/audit', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function usePlatformSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: async () => body(await api.GET('/api/admin/settings')) as PlatformSettings,
  });
}

/** Saves one group of settings. */
export function useSaveSettings(group: SettingsGroup) {
  const client = useQueryClient();
  return useMutation({
    // The server checks each group against its own model; the four bodies share only their address.
    mutationFn: async (input: Record<string, unknown>) =>
      body(await api.PATCH(`/api/admin/settings/${group}`, { body: input as never })) as PlatformSettings,
    onSuccess: (saved) => {
      client.setQueryData(settingsKey, saved);
      void client.invalidateQueries({ queryKey: overviewKey });
      void client.invalidateQueries({ queryKey: auditKey });
    },
  });
}

/** Every plan, the cheapest first. */
export function usePlans() {
  return useQuery({
    queryKey: plansKey,
    queryFn: async () => body(await api.GET('/api/admin/subscription-plans')),
  });
}

/** Which subscriptions a list shows; an empty status means all of them. */
export interface SubscriptionFilter {
  q: string;
  status: AdminSubscription['status'] | '';
}

/** Every business's subscriptions page after page, the newest first, with figures over all of them. */
export function useSubscriptions({ q, status }: SubscriptionFilter) {
  return useInfiniteQuery({
    queryKey: [...subscriptionsKey, { q, status }],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        ...(q !== '' && { q }),
        ...(status !== '' && { status }),
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return body(
        await api.GET('/api/admin/subscriptions', { params: { query }, signal }),
      ) as SubscriptionPage;
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function useForgetPlans() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: plansKey });
}

/** Creates a plan, or changes the one with `id`. */
export function useSavePlan() {
  return useMutation({
    mutationFn: async ({ id, input }: { id: number | null; input: PlanInput }) =>
      id === null
        ? body(await api.POST('/api/admin/subscription-plans', { body: input }))
        : body(
            await api.PATCH('/api/admin/subscription-plans/{plan_id}', {
              params: { path: { plan_id: id } },
              body: input,
            }),
          ),
    onSuccess: useForgetPlans(),
  });
}

export function useChangePlanStatus() {
  return useMutation({
    mutationFn: async ({ id, isActive }: { id: number; isActive: boolean }) =>
      body(
        await api.PATCH('/api/admin/subscription-plans/{plan_id}/status', {
          params: { path: { plan_id: id } },
          body: { isActive },
        }),
      ),
    onSuccess: useForgetPlans(),
  });
}

/** Deletes a plan that nobody ever had; refused with a 409 otherwise. */
export function useDeletePlan() {
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/admin/subscription-plans/{plan_id}', { params: { path: { plan_id: id } } });
    },
    onSuccess: useForgetPlans(),
  });
}

/** What the provider's side lacks; asked only by `refetch`, because it takes several calls to the provider. */
export function useProviderCheck() {
  return useQuery({
    queryKey: ['provider-check'],
    queryFn: async ({ signal }) => body(await api.GET('/api/admin/payments/check', { signal })),
    enabled: false,
    retry: false,
  });
}

/** Makes at the provider what is missing there. */
export function useSetUpProvider() {
  return useMutation({ mutationFn: async () => body(await api.POST('/api/admin/payments/setup')) });
}

/** Compares with the provider soon. */
export function useReconcile() {
  return useMutation({ mutationFn: async () => body(await api.POST('/api/admin/payments/reconcile')) });
}
