import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** Non-modal menu: the page around it stays readable and scrollable, like with a native menu. */
export function Menu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

export const MenuTrigger = Radix.Trigger;
export const MenuRadioGroup = Radix.RadioGroup;

export function MenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={8}
        collisionPadding={12}
        className={cn(
          'z-50 min-w-56 animate-rise rounded-lg border border-line bg-raised p-1.5 text-ink shadow-pop',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

const item =
  'flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none data-[disabled]:cursor-not-allowed data-[highlighted]:bg-action-wash data-[disabled]:opacity-55 [&_svg]:size-4 [&_svg]:text-soft';

export function MenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={cn(item, className)} {...props} />;
}

export function MenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(item, className)} {...props}>
      {children}
      <Radix.ItemIndicator className="ml-auto">
        <span className="block size-2 rounded-full bg-bulb shadow-glow" />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn('px-2.5 py-1.5 text-faint text-xs', className)} {...props} />;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}
