import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

/** A short explanation on hover and focus; never the only place where something is said. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="night z-50 max-w-64 animate-fade rounded-md border border-line bg-surface px-2.5 py-1.5 text-ink text-xs shadow-pop"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
