import { LandingPage } from '@/features/landing/LandingPage';
import { Toaster } from '@/ui/Toaster';

/** The landing page, prerendered at build time and hydrated in the browser. */
export function Page() {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-bulb px-4 py-2 font-medium text-night focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <LandingPage />
      <Toaster />
    </>
  );
}
