import { Fragment } from 'react';
import { cn } from '@/lib/cn';

/** An email address, or a long name, that breaks where readers would break it, and in a word only as the last resort. */
export function Address({ children, className }: { children: string; className?: string }) {
  let at = 0;
  return (
    <span className={cn('wrap-anywhere', className)}>
      {children.split(/(?<=[@._+-])/).map((piece) => {
        at += piece.length;
        return (
          <Fragment key={at}>
            {piece}
            <wbr />
          </Fragment>
        );
      })}
    </span>
  );
}
