import { useQuery } from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { useCall, useContestedChange } from './change';
import { api, at } from './client';
import { read, useFilteredPages } from './read';
import type { components } from './schema';
import { useEnterSession } from './user';

type Schemas = components['schemas'];
export type Team = Schemas['TeamOut'];
export type Member = Schemas['MemberOut'];
export type Invitation = Schemas['InvitationOut'];
export type GivenPart = Invitation['part'];
export type PublicInvitation = Schemas['PublicInvitationOut'];
export type JoinInput = Schemas['JoinInput'];

/** Members, open invitations and permissions of each role; reloaded on each visit. */
export function useTeam() {
  return useQuery({ ...read(['team'], '/api/team'), refetchOnMount: 'always' });
}

/** Turn the second-factor requirement of the team on or off. */
export const useRequireSecondFactor = () =>
  useContestedChange(
    (required: boolean) => api.PATCH('/api/team', { body: { secondFactorRequired: required } }),
    '/api/team',
  );

export const useInvite = () =>
  useContestedChange(
    (input: Schemas['InvitationInput']) => api.POST('/api/team/invitations', { body: input }),
    '/api/team',
  );

const invitation = (id: number) => at({ invitation_id: id });
const member = (id: number) => at({ user_id: id });

export const useResendInvitation = () =>
  useContestedChange(
    (id: number) => api.POST('/api/team/invitations/{invitation_id}/resend', invitation(id)),
    '/api/team',
  );

export const useRevokeInvitation = () =>
  useContestedChange(
    (id: number) => api.DELETE('/api/team/invitations/{invitation_id}', invitation(id)),
    '/api/team',
  );

export const useChangeMember = () =>
  useContestedChange(
    ({ id, part }: { id: number; part: GivenPart }) =>
      api.PATCH('/api/team/members/{user_id}', { ...member(id), body: { part } }),
    '/api/team',
  );

export const useRemoveMember = () =>
  useContestedChange((id: number) => api.DELETE('/api/team/members/{user_id}', member(id)), '/api/team');

/** Leave the current business and clear its data from the cache. */
export const useLeaveTeam = () =>
  useCall(() => api.POST('/api/team/leave'), { onSuccess: useEnterSession() });

/** Invitation by the token in its email link. */
export function useInvitation(token: string) {
  return useQuery({
    ...read([], '/api/public/invitations/{token}', { path: { token } }),
    enabled: token !== '',
    refetchOnMount: 'always',
  });
}

/** Decline an invitation; reloads it even after an error. */
export const useDecline = (token: string) =>
  useContestedChange(
    () => api.POST('/api/public/invitations/{token}/decline', at({ token })),
    '/api/public/invitations/{token}',
  );

/** Accept an invitation, as the signed-in user or with a new account. */
export const useJoin = (token: string) =>
  useCall(
    (input: JoinInput | null) =>
      api.POST('/api/public/invitations/{token}/accept', {
        ...at({ token }),
        // A signed-in user sends no account data; the server uses it only for new accounts.
        body: input ?? ({} as JoinInput),
      }),
    { onSuccess: useEnterSession() },
  );

/** Activity log of the business, paginated, newest first; reloaded on each visit. */
export function useActivity(filter: AuditFilter) {
  return useFilteredPages(
    [],
    '/api/activity',
    { limit: 30, ...auditQuery(filter) },
    { refetchOnMount: 'always' },
  );
}
