import type { ReactNode } from 'react';
import type { User } from '@/api/types';
import { SignedInFrame } from './SignedInFrame';

/** A page of a signed-in person, on paper between the night band and the footer. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  return (
    <SignedInFrame user={user}>
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        {children}
      </main>
    </SignedInFrame>
  );
}
