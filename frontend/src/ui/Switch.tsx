import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { useFieldControl } from './Field';

export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      {...useFieldControl()}
      className={cn(
        'inline-flex h-6 w-11 shrink-0 cursor-pointer items-center rounded-full border border-edge bg-sunken transition-colors data-[state=checked]:border-action data-[state=checked]:bg-action disabled:cursor-not-allowed disabled:opacity-55',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-4 translate-x-1 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-[1.4rem] data-[state=checked]:bg-white" />
    </Radix.Root>
  );
}
