import { Outlet } from 'react-router';
import { useSite } from '@/api/site';
import { useUser } from '@/api/user';
import { PhoneLink } from '@/lib/PhoneLink';
import { SiteFooter } from '@/ui/SiteFooter';
import { SiteHeader } from '@/ui/SiteHeader';
import { SignedInFrame } from './SignedInFrame';

/** Contact details of the site's provider; empty if none are set. */
function SiteContact() {
  const { data: site } = useSite();
  if (site === undefined) return null;
  const { name, email, phone, address } = site;
  if (email === null && phone === null && address === null) return null;
  return (
    <section aria-labelledby="contact" className="wrap-anywhere mt-12 border-line border-t pt-6 text-sm">
      <h2 id="contact" className="font-semibold">
        Contact {name}
      </h2>
      <address className="mt-1.5 grid justify-items-start gap-1 text-soft not-italic">
        {email === null ? null : (
          <a href={`mailto:${email}`} className="rounded-sm text-link hover:underline">
            {email}
          </a>
        )}
        {phone === null ? null : <PhoneLink phone={phone} className="rounded-sm text-link hover:underline" />}
        {address === null ? null : <span className="whitespace-pre-line">{address}</span>}
      </address>
    </section>
  );
}

/**
 * Layout of public pages: app navigation for signed-in users, site navigation for visitors.
 *
 * The page renders before the current user is known, and remains if the user cannot be loaded.
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
