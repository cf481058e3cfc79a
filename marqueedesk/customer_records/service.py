"""Create and edit customers under the operator's lock. Nothing here commits."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.customer_records.exemptions import apply_exemption
from marqueedesk.customer_records.queries import LISTED
from marqueedesk.customer_records.schemas import CustomerInput, CustomerPatch, PhoneInput
from marqueedesk.customers.contacts import (
    email_key,
    name_key_of,
    read_phones,
    search_text_of,
    with_emails,
    with_phones,
)
from marqueedesk.customers.matching import add_keys, detail_keys, remove_keys
from marqueedesk.customers.models import Customer, StoredPhone
from marqueedesk.kit.errors import Invalid
from marqueedesk.partners.models import Partner
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing import service as pricing_service
from marqueedesk.pricing.payment_terms import DEFAULT_TERMS, PaymentTerms

_PLAIN = ("kind", "address", "notes", "language")


def create_customer(db: Session, terms: Terms, body: CustomerInput, now: datetime) -> Customer:
    """Create a customer. Future bookings with this name and one of the contact details are the customer's, unless there
    was such a customer before. Raises Invalid.
    """
    row = Customer(name="", name_key="", emails=[], phones=[], tags=[], search_text="", created_at=now, updated_at=now)
    _apply(db, terms, row, body)
    db.add(row)
    db.flush()
    _add_own_keys(db, terms, row)
    apply_exemption(db, body, row.name, row.emails)
    return row


def edit_customer(db: Session, terms: Terms, row: Customer, body: CustomerPatch, now: datetime) -> Customer:
    """Apply the fields that were sent. Existing bookings keep their name and contact details.

    Bookings with a former name at one of the contact details are still the customer's; those with a removed detail are
    not. Raises Invalid.
    """
    before, emails = detail_keys(row.emails, row.phones), row.emails
    _apply(db, terms, row, body)
    is_changed = db.is_modified(row)
    if apply_exemption(db, body, row.name, row.emails, emails) or is_changed:
        row.updated_at = now
        db.flush()
        remove_keys(db.connection(), terms.operator_id, row.id, set(before) - set(detail_keys(row.emails, row.phones)))
        _add_own_keys(db, terms, row)
    return row


def _add_own_keys(db: Session, terms: Terms, row: Customer) -> None:
    add_keys(db.connection(), terms.operator_id, row.id, detail_keys(row.emails, row.phones), row.name_key)


def _apply(db: Session, terms: Terms, row: Customer, body: CustomerInput) -> None:
    sent = body.model_fields_set
    for name in _PLAIN:
        if name in sent:
            setattr(row, name, getattr(body, name))
    if "name" in sent:
        row.name, row.name_key = body.name, name_key_of(body.name)
    if "emails" in sent:
        emails = with_emails([], body.emails)
        if emails != row.emails:
            row.emails = emails
    if "phones" in sent:
        phones = _phones(body.phones, row.phones, terms.region)
        if phones != row.phones:
            row.phones = phones
    if "tags" in sent:
        row.tags = list(dict.fromkeys(body.tags))
    if "discount_percent" in sent:
        row.discount_basis_points = body.discount_percent or None
    if "payment_policy" in sent:
        _set_policy(db, row, body)
    if "referred_by" in sent:
        _set_referrer(db, row, body)
    row.search_text = search_text_of(row.name, row.emails, row.phones, row.address, row.tags)


def _phones(given: Sequence[PhoneInput | str], before: Sequence[StoredPhone], region: str) -> list[StoredPhone]:
    """Parse the phone numbers. Those that were sent back unchanged stay as stored."""
    stored = {(phone["number"], phone["extension"]): phone for phone in before}
    phones: list[StoredPhone] = []
    for row in given:
        number, extension = (row, None) if isinstance(row, str) else (row.number, row.extension)
        same = stored.get((number, extension))
        if same is not None:
            phones.append(same)
            continue
        for phone in read_phones(number, region):
            phones = with_phones(phones, [{**phone, "extension": phone["extension"] or extension}])
    return phones


def _set_policy(db: Session, row: Customer, body: CustomerInput) -> None:
    if body.payment_policy is None:
        row.payment_terms = None
        return
    before = PaymentTerms.from_json(row.payment_terms) if row.payment_terms else pricing.payment_terms(db)
    row.payment_terms = pricing_service.merged_terms(before or DEFAULT_TERMS, body.payment_policy).to_json()


def _set_referrer(db: Session, row: Customer, body: CustomerInput) -> None:
    referrer = body.referred_by
    partner_id = referrer.partner_id if referrer else None
    customer_id = referrer.customer_id if referrer else None
    # A stored referrer is accepted again, also after it was erased.
    partner = select(Partner.id).where(Partner.id == partner_id)
    if partner_id not in {None, row.referred_by_partner_id} and db.scalar(partner) is None:
        raise Invalid(fields={"referredBy": "Unknown partner"})
    customer = select(Customer.id).where(Customer.id == customer_id, Customer.id != (row.id or 0), *LISTED)
    if customer_id not in {None, row.referred_by_customer_id} and db.scalar(customer) is None:
        raise Invalid(fields={"referredBy": "Unknown customer"})
    row.referred_by_partner_id, row.referred_by_customer_id = partner_id, customer_id


def is_email_of(row: Customer, email: str) -> bool:
    """Return true if a customer has this email address."""
    return email_key(email) in {email_key(each) for each in row.emails}
