import { SecurityTab } from '@/features/settings/SecurityTab';
import { usePageTitle } from '@/lib/page-title';

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
