import { Fragment } from 'react';
import { cn } from '@/lib/cn';

/** Email address or long name that wraps at natural points, and within a word only as a last resort. */
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
