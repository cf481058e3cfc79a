import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Button } from './Button';
import { useFocusReturn } from './focus-return';
import { keepForToasts } from './Toaster';

export const overlay = 'fixed inset-0 z-50 animate-fade bg-night/60 backdrop-blur-[2px]';

export interface DialogProps {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** Centered dialog, open while mounted; a bottom sheet on phones. Only its content scrolls. */
export function Dialog({ onClose, title, description, children, className }: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={() => onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          {...focusReturn}
          onInteractOutside={keepForToasts}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[94dvh] animate-rise flex-col rounded-t-xl border border-line bg-paper text-ink shadow-pop sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[88dvh] sm:w-[calc(100%-3rem)] sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl [@media(height<32rem)]:max-h-[98dvh]!',
            className,
          )}
        >
          <header className="flex items-start gap-4 border-line border-b px-5 py-4 max-sm:py-2.5 [@media(height<32rem)]:py-1.5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="mt-0.5 text-soft text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mr-2 inline-grid size-9 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Scrolling part of a dialog. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('min-h-0 flex-1 overflow-y-auto px-5 py-5', className)}>{children}</div>;
}

/** Button row of a dialog, always visible. */
export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <footer
      className={cn(
        'flex flex-wrap items-center justify-end gap-2 border-line border-t bg-surface px-5 py-3.5 max-sm:py-2 sm:rounded-b-xl [@media(height<32rem)]:py-1.5',
        className,
      )}
    >
      {children}
    </footer>
  );
}

/** Footer of a dialog without a form; `children` are actions besides closing. */
export function CloseFooter({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <DialogFooter>
      {children}
      <Button kind="secondary" onClick={onClose}>
        Close
      </Button>
    </DialogFooter>
  );
}
