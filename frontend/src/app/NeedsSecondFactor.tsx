import { useSignedInUser } from '@/api/user';
import { SecondFactorCard } from '@/features/settings/security/SecondFactorCard';
import { SecurityTab } from '@/features/settings/security/SecurityTab';
import { usePageTitle } from '@/lib/page-title';

/** Replaces every page for a user who must set up a second factor first. */
export function NeedsSecondFactor() {
  usePageTitle('Set up two-factor authentication');
  const { role, team } = useSignedInUser();
  return (
    <section className="mx-auto grid w-full max-w-2xl gap-5 py-6 sm:py-10">
      <div>
        <h1 className="font-semibold text-3xl tracking-tight">Set up two-factor authentication</h1>
        <p className="mt-2 text-pretty text-soft">
          {role === 'admin' ? 'Administrators must use it' : `${team?.name ?? 'Your business'} requires it`},
          so a stolen password alone isn’t enough to sign in. The quickest option is a passkey: your
          fingerprint, face or PIN. It takes about a minute, and then you can continue.
        </p>
      </div>
      <SecondFactorCard />
    </section>
  );
}

/** Replaces the admin pages for a new administrator whose password is too short. */
export function NeedsLongerPassword() {
  usePageTitle('Choose a longer password');
  return (
    <section className="mx-auto grid w-full max-w-2xl gap-5 py-6 sm:py-10">
      <div>
        <h1 className="font-semibold text-3xl tracking-tight">Choose a longer password</h1>
        <p className="mt-2 text-pretty text-soft">
          You’re now an administrator. Administrators can see every business, so their passwords need at least
          12 characters. Choose a longer password to open this page.
        </p>
      </div>
      <SecurityTab />
    </section>
  );
}
