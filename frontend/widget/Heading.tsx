/** The heading of the form. It is in widget.html as well, where it is painted before any script has run. */
import { FORM_TITLE } from '@/booking-form/texts';

export function Heading({ company }: { company?: string | null }) {
  return (
    <header>
      <h1>{FORM_TITLE}</h1>
      {company && <p className="company">{company}</p>}
    </header>
  );
}
