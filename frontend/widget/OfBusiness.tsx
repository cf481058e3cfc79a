/**
 * The business's logo, its terms and its contact details. Styled inline to keep the form's style sheet small,
 * which every visitor loads.
 */
import { type CSSProperties, useState } from 'react';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { CONTACT, TERMS } from '@/booking-form/lazy-texts';
import type { Offer } from '@/booking-form/offer';
import { PhoneLink } from '@/lib/PhoneLink';

const ERROR_ID = 'field-termsVersion-error';
/** Logos are made for paper, so they get a white background in dark mode too. */
const LOGO: CSSProperties = {
  width: 'auto',
  maxWidth: '12rem',
  height: 'auto',
  maxHeight: '4rem',
  margin: '0 auto 0.75rem',
  padding: '0.375rem',
  borderRadius: '0.5rem',
  background: '#fff',
};

/** Links in the color of the surrounding text, readable in both themes. */
const LINK: CSSProperties = { color: 'inherit' };

export function Logo({ offer: { logo, companyName } }: { offer: Offer }) {
  return (
    logo && (
      <img src={logo.url} alt={companyName ?? ''} width={logo.width} height={logo.height} style={LOGO} />
    )
  );
}

export function OfBusiness({ offer }: { offer: Offer }) {
  return (
    <>
      {offer.terms && <Terms terms={offer.terms} company={offer.companyName} />}
      {offer.contact && <Contact {...offer.contact} />}
    </>
  );
}

function Terms({ terms, company }: { terms: NonNullable<Offer['terms']>; company: string | null }) {
  const [text, setText] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [missed, setMissed] = useState(false);
  const read = () => {
    setFailed(false);
    callPublicly<components['schemas']['TermsOut']>(terms.url).then(
      (terms) => setText(terms.text),
      () => setFailed(true),
    );
  };
  return (
    <div style={{ display: 'grid', gap: '0.75rem', marginTop: '1.125rem' }}>
      <details onToggle={(event) => event.currentTarget.open && text === null && read()}>
        <summary style={{ cursor: 'pointer', fontWeight: 550 }}>{TERMS.title}</summary>
        {failed ? (
          <p role="alert">
            {TERMS.failed}{' '}
            <button type="button" className="link" onClick={read}>
              {TERMS.tryAgain}
            </button>
          </p>
        ) : (
          <p style={{ marginTop: '0.5rem', whiteSpace: 'pre-line' }}>{text ?? TERMS.loading}</p>
        )}
      </details>
      <label className="add-on">
        <input
          type="checkbox"
          name="termsVersion"
          value={terms.version}
          required
          aria-invalid={missed}
          aria-describedby={missed ? ERROR_ID : undefined}
          onInvalid={() => setMissed(true)}
          onChange={() => setMissed(false)}
        />
        <span>{TERMS.accept(company)}</span>
      </label>
      {missed && (
        <p className="error" id={ERROR_ID} style={{ marginTop: 0 }}>
          {TERMS.missing}
        </p>
      )}
    </div>
  );
}

function Contact({ phone, email }: NonNullable<Offer['contact']>) {
  return (
    <p className="hint" style={{ marginTop: '0.75rem' }}>
      {CONTACT.question} {phone && <PhoneLink phone={phone} style={LINK} />}
      {phone && email && ' · '}
      {email && (
        <a href={`mailto:${email}`} style={LINK}>
          {email}
        </a>
      )}
    </p>
  );
}
