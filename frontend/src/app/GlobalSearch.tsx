import { Search } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { User } from '@/api/types';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

interface SearchDialogProps {
  user: User;
  onClose: () => void;
}

const load = async () => (await import('@/features/search/SearchDialog')).SearchDialog;

/** Keyboard shortcut, labeled for the current platform. */
const shortcut = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘K' : 'Ctrl K';

/** Search button and its shortcut. The dialog's code loads on demand. */
export function GlobalSearch({ user }: { user: User }) {
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps> | null>(null);
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const show = useCallback(() => {
    load().then(
      (component) => {
        setDialog(() => component);
        setOpen(true);
      },
      () =>
        toast({
          title: 'Couldn’t open search',
          description: 'Check your connection and try again.',
          destructive: true,
        }),
    );
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.shiftKey || event.isComposing) return;
      event.preventDefault();
      // Ignore the shortcut while another dialog is open.
      if (document.querySelector('[role=dialog], [role=alertdialog]') === null) show();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [show]);
  return (
    <>
      <Button
        ref={trigger}
        kind="quiet"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title={`Search (${shortcut})`}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={show}
        className="px-2.5"
      >
        <Search aria-hidden="true" />
        <span
          aria-hidden="true"
          className="hidden rounded-sm border border-line px-1.5 font-sans text-faint text-xs xl:inline"
        >
          {shortcut}
        </span>
      </Button>
      {open && Dialog !== null ? <Dialog user={user} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
