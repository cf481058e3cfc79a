import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useConversationsOverview } from '@/api/conversations-overview';
import { type Customer, useCustomer } from '@/api/customers';
import { usePartners } from '@/api/partners';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { phoneText } from '@/components/booking/customer-words';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { conversationPath, customerPath } from '@/lib/paths';
import { taxName } from '@/lib/tax-name';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { DescriptionItem } from '@/ui/facts';
import { EmailLink, MapLink, PhoneLinks } from '@/ui/Reach';
import { TextConsent } from './TextConsent';

const icon = 'mt-0.5 size-4 shrink-0 text-faint';

/** Contact details, notes, terms and the referrer of a customer. */
export function CustomerFacts({ customer, children }: { customer: Customer; children?: ReactNode }) {
  const format = useFormat();
  const user = useSignedInUser();
  const handles = useCan('handleBookings');
  const textsHere = useConversationsOverview().data?.canText;
  const { emails, phones, address, notes, language, taxExemption, textConsent, referredBy } = customer;
  const { discountPercent, paymentPolicy } = customer;
  const hasDetails =
    Boolean(discountPercent) ||
    paymentPolicy != null ||
    taxExemption !== null ||
    language !== null ||
    textConsent !== null ||
    (handles && textsHere === true) ||
    referredBy !== null;
  return (
    <div className="grid min-w-0 gap-6">
      <Card>
        <CardHeader title="Contact" />
        <CardBody className="pt-3 text-sm">
          {emails.length + phones.length === 0 && address === null ? (
            <p className="text-soft">No contact details.</p>
          ) : (
            <ul className="grid gap-2">
              {emails.map((email) => (
                <li key={email} className="flex gap-2">
                  <Mail aria-hidden="true" className={icon} />
                  <span className="wrap-anywhere min-w-0">
                    <EmailLink email={email} />
                  </span>
                </li>
              ))}
              {phones.map((phone) => (
                <li key={phone.number} className="flex gap-2">
                  <Phone aria-hidden="true" className={icon} />
                  <span className="min-w-0">
                    <PhoneLinks
                      phone={phoneText(phone)}
                      textPath={textsHere ? conversationPath(customer.id) : undefined}
                    />
                  </span>
                </li>
              ))}
              {address === null ? null : (
                <li className="flex gap-2">
                  <MapPin aria-hidden="true" className={icon} />
                  <span className="wrap-anywhere min-w-0 whitespace-pre-line">
                    <MapLink address={address} />
                  </span>
                </li>
              )}
            </ul>
          )}
        </CardBody>
      </Card>
      {notes === null ? null : (
        <Card>
          <CardHeader title="Notes" />
          <CardBody className="wrap-anywhere whitespace-pre-line pt-3 text-sm">{notes}</CardBody>
        </Card>
      )}
      {hasDetails ? (
        <Card>
          <CardHeader title="Details" />
          <CardBody className="pt-3 text-sm">
            <dl className="grid gap-3">
              {discountPercent ? (
                <DescriptionItem label="Usual discount">{discountPercent}%</DescriptionItem>
              ) : null}
              {paymentPolicy == null ? null : (
                <DescriptionItem label="Payment terms">Their own, in place of yours</DescriptionItem>
              )}
              {taxExemption === null ? null : (
                <DescriptionItem label={`${taxName(user)} exemption`}>
                  Certificate {taxExemption.certificate}
                  {taxExemption.expiresOn
                    ? `, valid through ${formatDay(format, taxExemption.expiresOn)}`
                    : ''}
                </DescriptionItem>
              )}
              {referredBy === null ? null : (
                <DescriptionItem label="Referred by">
                  <Referrer referredBy={referredBy} />
                </DescriptionItem>
              )}
              {language === null ? null : (
                <DescriptionItem label="Language">{languageName(language)}</DescriptionItem>
              )}
              <TextConsent customer={customer} />
            </dl>
          </CardBody>
        </Card>
      ) : null}
      {children}
    </div>
  );
}

function Referrer({
  referredBy: { partnerId, customerId },
}: {
  referredBy: NonNullable<Customer['referredBy']>;
}) {
  const customer = useCustomer(customerId ?? null).data;
  const partner = usePartners().data?.find(({ id }) => id === partnerId);
  if (customerId == null) return <span className="wrap-anywhere">{partner?.name ?? 'A partner'}</span>;
  return (
    <Link to={customerPath(customerId)} className="wrap-anywhere rounded-sm text-link hover:underline">
      {customer?.name ?? 'A customer'}
    </Link>
  );
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en-US', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
