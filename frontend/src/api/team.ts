import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { api, body } from './client';
import { read, reload, useFilteredPages } from './read';
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

function useTeamChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => reload(client, '/api/team'),
  });
}

/** Requires a second factor of everybody in the team, or stops. */
export function useRequireSecondFactor() {
  return useTeamChange((required: boolean) =>
    api.PATCH('/api/team', { body: { secondFactorRequired: required } }),
  );
}

export function useInvite() {
  return useTeamChange(async (input: Schemas['InvitationInput']) =>
    body(await api.POST('/api/team/invitations', { body: input })),
  );
}

const invitation = (id: number) => ({ params: { path: { invitation_id: id } } });
const member = (id: number) => ({ params: { path: { user_id: id } } });

export function useResendInvitation() {
  return useTeamChange(async (id: number) =>
    body(await api.POST('/api/team/invitations/{invitation_id}/resend', invitation(id))),
  );
}

export function useRevokeInvitation() {
  return useTeamChange((id: number) => api.DELETE('/api/team/invitations/{invitation_id}', invitation(id)));
}

export function useChangeMember() {
  return useTeamChange(async ({ id, part }: { id: number; part: GivenPart }) =>
    body(await api.PATCH('/api/team/members/{user_id}', { ...member(id), body: { part } })),
  );
}

export function useRemoveMember() {
  return useTeamChange((id: number) => api.DELETE('/api/team/members/{user_id}', member(id)));
}

/** Leaves the business that the person works for, and forgets everything that was read from it. */
export function useLeaveTeam() {
  const enter = useEnterSession();
  return useMutation({
    mutationFn: async () => body(await api.POST('/api/team/leave')),
    onSuccess: enter,
  });
}

/** An invitation, by the token in its email's link. */
export function useInvitation(token: string) {
  return useQuery({
    ...read([], '/api/public/invitations/{token}', { path: { token } }),
    enabled: token !== '',
    refetchOnMount: 'always',
  });
}

/** Declines an invitation; the page's data on it is reloaded, also after a refusal. */
export function useDecline(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.POST('/api/public/invitations/{token}/decline', { params: { path: { token } } }),
    onSettled: () => reload(client, '/api/public/invitations/{token}'),
  });
}

/** Accepts an invitation: as the signed-in person, or with a new account. */
export function useJoin(token: string) {
  const enter = useEnterSession();
  return useMutation({
    mutationFn: async (input: JoinInput | null) =>
      body(
        await api.POST('/api/public/invitations/{token}/accept', {
          params: { path: { token } },
          // Who is signed in brings nothing along; the server looks at it for nobody else.
          body: input ?? ({} as JoinInput),
        }),
      ),
    onSuccess: enter,
  });
}

/** What was done in the business, the latest first, page after page; read at each visit. */
export function useActivity(filter: AuditFilter) {
  return useFilteredPages(
    [],
    '/api/activity',
    { limit: 30, ...auditQuery(filter) },
    { refetchOnMount: 'always' },
  );
}
