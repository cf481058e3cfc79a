import { useMutation, useQuery } from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { api, at, unwrap } from './client';
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
  useMutation({
    mutationFn: (required: boolean) =>
      unwrap(api.PATCH('/api/team', { body: { secondFactorRequired: required } })),
    meta: { invalidates: ['/api/team'], invalidatesOnError: true },
  });

export const useInvite = () =>
  useMutation({
    mutationFn: (input: Schemas['InvitationInput']) =>
      unwrap(api.POST('/api/team/invitations', { body: input })),
    meta: { invalidates: ['/api/team'], invalidatesOnError: true },
  });

const invitation = (id: number) => at({ invitation_id: id });
const member = (id: number) => at({ user_id: id });

export const useResendInvitation = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/team/invitations/{invitation_id}/resend', invitation(id))),
    meta: { invalidates: ['/api/team'], invalidatesOnError: true },
  });

export const useRevokeInvitation = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/team/invitations/{invitation_id}', invitation(id))),
    meta: { invalidates: ['/api/team'], invalidatesOnError: true },
  });

export const useChangeMember = () =>
  useMutation({
    mutationFn: ({ id, part }: { id: number; part: GivenPart }) =>
      unwrap(api.PATCH('/api/team/members/{user_id}', { ...member(id), body: { part } })),
    meta: { invalidates: ['/api/team'], invalidatesOnError: true },
  });

export const useRemoveMember = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/team/members/{user_id}', member(id))),
    meta: { invalidates: ['/api/team'], invalidatesOnError: true },
  });

/** Leave the current business and clear its data from the cache. */
export const useLeaveTeam = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/team/leave')), onSuccess: useEnterSession() });

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
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/public/invitations/{token}/decline', at({ token }))),
    meta: { invalidates: ['/api/public/invitations/{token}'], invalidatesOnError: true },
  });

/** Accept an invitation, as the signed-in user or with a new account. */
export const useJoin = (token: string) =>
  useMutation({
    mutationFn: (input: JoinInput | null) =>
      unwrap(
        api.POST('/api/public/invitations/{token}/accept', {
          ...at({ token }),
          // A signed-in user sends no account data; the server uses it only for new accounts.
          body: input ?? ({} as JoinInput),
        }),
      ),
    onSuccess: useEnterSession(),
  });

/** Activity log of the business, paginated, newest first; reloaded on each visit. */
export function useActivity(filter: AuditFilter) {
  return useFilteredPages(
    [],
    '/api/activity',
    { limit: 30, ...auditQuery(filter) },
    { refetchOnMount: 'always' },
  );
}
