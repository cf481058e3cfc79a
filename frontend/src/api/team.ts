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

/** The members of the business, its open invitations, and each role's rights; read at each visit. */
export function useTeam() {
  return useQuery({ ...read(['team'], '/api/team'), refetchOnMount: 'always' });
}

/** Requires a second factor of everybody in the team, or stops. */
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

/** Leaves the business that the person works for, and forgets everything that was read from it. */
export const useLeaveTeam = () =>
  useCall(() => api.POST('/api/team/leave'), { onSuccess: useEnterSession() });

/** An invitation, by the token in its email's link. */
export function useInvitation(token: string) {
  return useQuery({
    ...read([], '/api/public/invitations/{token}', { path: { token } }),
    enabled: token !== '',
    refetchOnMount: 'always',
  });
}

/** Declines an invitation; the page's data on it is reloaded, also after a refusal. */
export const useDecline = (token: string) =>
  useContestedChange(
    () => api.POST('/api/public/invitations/{token}/decline', at({ token })),
    '/api/public/invitations/{token}',
  );

/** Accepts an invitation: as the signed-in person, or with a new account. */
export const useJoin = (token: string) =>
  useCall(
    (input: JoinInput | null) =>
      api.POST('/api/public/invitations/{token}/accept', {
        ...at({ token }),
        // Who is signed in brings nothing along; the server looks at it for nobody else.
        body: input ?? ({} as JoinInput),
      }),
    { onSuccess: useEnterSession() },
  );

/** What was done in the business, the latest first, page after page; read at each visit. */
export function useActivity(filter: AuditFilter) {
  return useFilteredPages(
    [],
    '/api/activity',
    { limit: 30, ...auditQuery(filter) },
    { refetchOnMount: 'always' },
  );
}
