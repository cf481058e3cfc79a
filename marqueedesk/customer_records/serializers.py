"""Response construction for customers."""

from datetime import datetime
from zoneinfo import ZoneInfo

from marqueedesk.cards_on_file.queries import CardsOnFile
from marqueedesk.customer_records.exemptions import Exemptions, exemption_of
from marqueedesk.customer_records.personal_data import ERASED
from marqueedesk.customer_records.schemas import (
    CrewCustomerOut,
    CustomerOut,
    CustomerTotalsOut,
    PhoneOut,
    ReferrerOut,
    TextConsentOut,
)
from marqueedesk.customers.models import NO_LAST_EVENT, NO_NEXT_EVENT, Customer, StoredConsent, StoredPhone
from marqueedesk.kit.money import units
from marqueedesk.pricing.card_terms import card_answer
from marqueedesk.pricing.payment_terms import PaymentTerms
from marqueedesk.pricing.policy_schemas import terms_answer
from marqueedesk.pricing.sales_tax import Exemption
from marqueedesk.pricing.tax_schemas import ExemptionOut


def shown_name(customer: Customer) -> str:
    """Return a customer's name, or else an email address or phone number."""
    if customer.erased_at is not None:
        return ERASED
    numbers = [phone["number"] for phone in customer.phones]
    return customer.name or next(iter([*customer.emails, *numbers]), "")


def for_crew(customer: Customer, zone: ZoneInfo, exemptions: Exemptions) -> CrewCustomerOut:
    """Serialize a customer without amounts. ``exemptions`` are those of the business (`SalesTax.exemptions`)."""
    consent, exemption = customer.text_consent, exemption_of(customer.emails, exemptions)
    return CrewCustomerOut(
        id=customer.id,
        kind=customer.kind,
        name=shown_name(customer),
        emails=customer.emails,
        phones=[_phone(phone) for phone in customer.phones],
        address=customer.address,
        notes=customer.notes,
        tags=customer.tags,
        language=customer.language,
        tax_exemption=_exemption(exemption) if exemption is not None else None,
        referred_by=_referrer(customer),
        text_consent=consent_answer(consent, zone) if consent else None,
        bookings=customer.bookings,
        quotes=customer.quotes,
        last_event=None if customer.last_event == NO_LAST_EVENT else customer.last_event.isoformat(),
        next_event=None if customer.next_event == NO_NEXT_EVENT else customer.next_event.isoformat(),
        created_at=customer.created_at.astimezone(zone).isoformat(),
        updated_at=customer.updated_at.astimezone(zone).isoformat(),
        erased_at=customer.erased_at.astimezone(zone).isoformat() if customer.erased_at else None,
    )


def for_office(customer: Customer, zone: ZoneInfo, exemptions: Exemptions, cards: CardsOnFile) -> CustomerOut:
    """Serialize a customer with amounts, terms and card on file. ``exemptions`` as for `for_crew`."""
    points, terms = customer.discount_basis_points, customer.payment_terms
    return CustomerOut.adding(
        for_crew(customer, zone, exemptions),
        # A basis point is a hundredth of a percent, as a cent is of a dollar.
        discount_percent=None if points is None else units(points),
        payment_policy=None if terms is None else terms_answer(PaymentTerms.from_json(terms)),
        card_on_file=card_answer(cards.get(customer.id)),
        totals=CustomerTotalsOut(
            booked=units(customer.booked_cents),
            received=units(customer.received_cents),
            balance=units(customer.balance_cents),
        ),
    )


def _exemption(exemption: Exemption) -> ExemptionOut:
    expires = exemption.expires_on
    return ExemptionOut(certificate=exemption.certificate, expires_on=expires.isoformat() if expires else None)


def consent_answer(consent: StoredConsent, zone: ZoneInfo) -> TextConsentOut:
    """Serialize consent to texts, with the time in the business's time zone."""
    at = datetime.fromisoformat(consent["at"]).astimezone(zone).isoformat()
    return TextConsentOut(given=consent["given"], at=at, wording=consent["wording"], source=consent["source"])


def _referrer(customer: Customer) -> ReferrerOut | None:
    if customer.referred_by_partner_id is not None:
        return ReferrerOut(partner_id=customer.referred_by_partner_id)
    if customer.referred_by_customer_id is not None:
        return ReferrerOut(customer_id=customer.referred_by_customer_id)
    return None


def _phone(phone: StoredPhone) -> PhoneOut:
    answer = PhoneOut(number=phone["number"], e164=phone["e164"])
    if phone["extension"]:
        answer.extension = phone["extension"]
    return answer
