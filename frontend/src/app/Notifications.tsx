import { Bell } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useNotifications } from '@/api/notifications';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';
import type { NotificationsPanelProps } from './NotificationsPanel';

const load = async () => (await import('./NotificationsPanel')).NotificationsPanel;

export interface NotificationsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Bell button with the unread count. The panel's code loads on demand. */
export function Notifications({ open, onOpenChange }: NotificationsProps) {
  const notifications = useNotifications();
  const [Panel, setPanel] = useState<ComponentType<NotificationsPanelProps> | null>(null);
  const count = notifications.data?.pages[0]?.unread ?? 0;
  useEffect(() => {
    if (!open || Panel !== null) {
      return;
    }
    load().then(
      (component) => setPanel(() => component),
      () => {
        onOpenChange(false);
        toast({
          title: 'Couldn’t open notifications',
          description: 'Check your connection and try again.',
          destructive: true,
        });
      },
    );
  }, [open, Panel, onOpenChange]);

  const prepare = () => {
    // A failed preload is reported when the button is pressed.
    load().catch(() => undefined);
  };
  const trigger = (
    <Button
      kind="quiet"
      size="icon"
      aria-label={
        count === 0 ? 'Notifications' : `Notifications, ${count > 99 ? 'more than 99' : count} unread`
      }
      title="Notifications"
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={Panel === null ? () => onOpenChange(true) : undefined}
      className="relative text-soft hover:text-ink"
    >
      <Bell aria-hidden="true" />
      {count === 0 ? null : (
        <span
          aria-hidden="true"
          className="tabular absolute -top-0.5 -right-1 min-w-4.5 rounded-full bg-bulb px-1 text-center font-semibold text-[0.6875rem] text-night leading-4.5"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Button>
  );
  return Panel === null ? (
    trigger
  ) : (
    <Panel trigger={trigger} open={open} onOpenChange={onOpenChange} notifications={notifications} />
  );
}
