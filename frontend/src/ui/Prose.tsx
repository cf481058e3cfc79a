import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** Running text: paragraphs, lists, tables and terms, set for reading. */
export function Prose({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'max-w-[68ch] text-pretty leading-7',
        '[&_p]:mt-3 [&_ul]:mt-3 [&_ol]:mt-3 [&_li]:mt-1.5 [&_li]:pl-1 [&_li]:marker:text-amber',
        '[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6',
        '[&_a]:rounded-sm [&_a]:text-link [&_a]:underline [&_a]:underline-offset-2 [&_a:hover]:no-underline',
        '[&_b]:font-semibold',
        '[&_kbd]:rounded-sm [&_kbd]:border [&_kbd]:border-line [&_kbd]:bg-sunken [&_kbd]:px-1.5 [&_kbd]:py-0.5 [&_kbd]:font-sans [&_kbd]:text-sm',
        '[&_code]:break-words [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.9em]',
        '[&_dt]:mt-4 [&_dt]:font-semibold [&_dd]:mt-1 [&_dd]:text-soft',
        '[&_table]:mt-4 [&_table]:w-full [&_table]:text-sm [&_tbody_tr]:border-line [&_tbody_tr]:border-t [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_th]:py-2 [&_th]:pr-4 [&_th]:text-left [&_th]:font-semibold [&_th]:align-top',
        className,
      )}
      {...props}
    />
  );
}
