import { useSite } from '@/api/site';

/** How to reach the people who run this site; empty if they have not said. */
export function SiteContact() {
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
        {phone === null ? null : (
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="rounded-sm text-link hover:underline">
            {phone}
          </a>
        )}
        {address === null ? null : <span className="whitespace-pre-line">{address}</span>}
      </address>
    </section>
  );
}
