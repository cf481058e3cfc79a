import type { Notification } from '@/api/types';

export function notification(rest: Partial<Notification> = {}): Notification {
  return {
    id: 1,
    kind: 'request',
    title: 'New request from Jane Miller',
    text: '“LOVE” (4ft) · June 1, 2027',
    about: 'booking',
    aboutId: 7,
    createdAt: '2026-11-20T12:00:00-05:00',
    read: false,
    ...rest,
  };
}
