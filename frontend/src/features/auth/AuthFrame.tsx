import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { useSurface } from '@/sign/surface';
import { ThemeMenu } from '@/ui/ThemeMenu';
import { Wordmark } from '@/ui/Wordmark';

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

/** Header of pages that work while signed out. */
export function AuthHeader() {
  const surface = useSurface('auto');
  return (
    <header className="flex items-center justify-between px-5 py-5 sm:px-8">
      <Link to={paths.home} className="rounded-sm">
        <Wordmark ground={surface === 'night' ? 'night' : 'paper'} />
      </Link>
      <ThemeMenu />
    </header>
  );
}
