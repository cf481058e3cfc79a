/** Announcements of the installation, written by administrators. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];

export type Announcement = Schemas['AnnouncementOut'];
export type AnnouncementInput = Schemas['AnnouncementInput'];
export type ShownAnnouncement = Schemas['ShownAnnouncement'];

/** Upcoming, current and past announcements, the latest end first. */
export const useAnnouncements = () => useQuery(read([], '/api/admin/announcements'));

/** Queries to invalidate after a change: the list, its emails, the banner and the audit log. */
const CHANGED = {
  invalidates: [
    '/api/admin/announcements',
    '/api/admin/announcements/{announcement_id}/email',
    '/api/user',
    '/api/admin/audit',
  ],
} as const;

export const useAnnounce = () =>
  useMutation({
    mutationFn: (input: AnnouncementInput) => unwrap(api.POST('/api/admin/announcements', { body: input })),
    meta: CHANGED,
  });

/** Number of recipients of an announcement, and delivery counts once it has been emailed. */
export const useAnnouncementEmails = (id: number, enabled: boolean) =>
  useQuery({
    ...read([], '/api/admin/announcements/{announcement_id}/email', { path: { announcement_id: id } }),
    enabled,
  });

export const useEmailAnnouncement = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/admin/announcements/{announcement_id}/email', at({ announcement_id: id }))),
    meta: CHANGED,
  });

export const useDeleteAnnouncement = () =>
  useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE('/api/admin/announcements/{announcement_id}', at({ announcement_id: id }))),
    meta: CHANGED,
  });
