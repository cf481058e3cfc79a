import type { ReactNode } from 'react';
import { AuthHeader } from './AuthHeader';

/** Layout of pages opened from an email link, which visitors may see signed out. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <AuthHeader />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto mb-auto w-full max-w-md px-5 py-8 outline-none lg:pt-[12vh]"
      >
        <h1 className="font-semibold text-3xl tracking-tight">{title}</h1>
        {children}
      </main>
    </div>
  );
}
