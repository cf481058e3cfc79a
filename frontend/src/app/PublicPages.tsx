import { Outlet } from 'react-router';
import { useUser } from '@/api/user';
import { SiteFooter } from '@/ui/SiteFooter';
import { SiteHeader } from '@/ui/SiteHeader';
import { SignedInFrame } from './SignedInFrame';
import { SiteContact } from './SiteContact';

/**
 * Around the pages that everybody may read: the app's navigation for the signed-in, the site's for visitors.
 *
 * The page itself does not wait until it is known who reads it, and stays when that cannot be found out.
 */
export function PublicPages() {
  const { data: user, error } = useUser();
  const page = (
    <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
      <Outlet />
      <SiteContact />
    </main>
  );
  if (user) {
    return <SignedInFrame user={user}>{page}</SignedInFrame>;
  }
  return (
    <>
      {user === undefined && error === null ? <div className="night h-15 bg-night" /> : <SiteHeader />}
      {page}
      <SiteFooter />
    </>
  );
}
