import { useSignedInUser } from '@/api/user';
import { SecondFactorCard } from '@/features/settings/security/SecondFactorCard';
import { SecurityTab } from '@/features/settings/security/SecurityTab';
import { usePageTitle } from '@/lib/page-title';

/** In place of every screen of somebody who has to set up a second factor first. */
export function NeedsSecondFactor() {
  usePageTitle('Set up a second factor');
  const { role, team } = useSignedInUser();
  return (
    <section className="mx-auto grid w-full max-w-2xl gap-5 py-6 sm:py-10">
      <div>
        <h1 className="font-semibold text-3xl tracking-tight">Set up a second factor</h1>
        <p className="mt-2 text-pretty text-soft">
          {role === 'admin'
            ? 'Administrators need one here'
            : `${team?.name ?? 'Your business'} requires one`}
          , so that a stolen password is not enough. A passkey is quickest: your fingerprint, face or PIN. It
          takes a minute, and then everything is where it was.
        </p>
      </div>
      <SecondFactorCard />
    </section>
  );
}

/** In place of the administrators' screens, for somebody who became one with a short password. */
export function NeedsLongerPassword() {
  usePageTitle('Choose a longer password');
  return (
    <section className="mx-auto grid w-full max-w-2xl gap-5 py-6 sm:py-10">
      <div>
        <h1 className="font-semibold text-3xl tracking-tight">Choose a longer password</h1>
        <p className="mt-2 text-pretty text-soft">
          You are an administrator now. Administrators see every business, so their passwords have at least 12
          characters, and yours is shorter. Choose another one, and this page opens.
        </p>
      </div>
      <SecurityTab />
    </section>
  );
}
