import { Outlet } from 'react-router';
import { useUser } from '@/api/user';
import { SiteFooter } from '@/ui/SiteFooter';
import { SiteHeader } from '@/ui/SiteHeader';
import { AppFooter } from './AppFooter';
import { TopNavigation } from './TopNavigation';

/**
 * Around the pages that everybody may read: the app's navigation for the signed-in, the site's for visitors.
 *
 * The page itself does not wait until it is known who reads it, and stays when that cannot be found out.
 */
export function PublicPages() {
  const { data: user, error } = useUser();
  const unknown = user === undefined && error === null;
  return (
    <>
      {user ? (
        <TopNavigation user={user} />
      ) : unknown ? (
        <div className="night h-15 bg-night" />
      ) : (
        <SiteHeader />
      )}
      <main id="content" tabIndex={-1} className="page flex-1 py-8 outline-none sm:py-10">
        <Outlet />
      </main>
      {user ? <AppFooter /> : <SiteFooter />}
    </>
  );
}
