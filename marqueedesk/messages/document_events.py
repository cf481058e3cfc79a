"""Emails about certificates of insurance, to the insurer and the venue, and about contracts, to their signers."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import Booking
from marqueedesk.contracts import queries as contracts
from marqueedesk.contracts import subjects
from marqueedesk.contracts.models import ContractSigner, ContractVersion
from marqueedesk.contracts.queries import ContractView
from marqueedesk.conversations import queries as conversations
from marqueedesk.conversations.models import FAILED
from marqueedesk.customers.models import Customer
from marqueedesk.domain_events import (
    CertificateRequested,
    CertificateSent,
    ContractCompleted,
    ContractLapsed,
    ContractSent,
)
from marqueedesk.insurance import queries as insurance
from marqueedesk.insurance.models import InsuranceCertificate
from marqueedesk.kit.db.tenancy import own
from marqueedesk.messages import load_context
from marqueedesk.messages.emails.by_hand import certificates
from marqueedesk.messages.emails.by_hand import contracts as contract_emails
from marqueedesk.messages.emails.by_hand.certificates import CertificateContext
from marqueedesk.messages.emails.by_hand.contracts import ContractEmailContext
from marqueedesk.messages.event_mailer import EventMailer, TextRecipient
from marqueedesk.messages.message import Message
from marqueedesk.messages.models import OutboxMail
from marqueedesk.venues import queries as venues
from marqueedesk.venues.certificate import VenueCertificate
from marqueedesk.venues.models import Venue


def email_insurer(mailer: EventMailer[CertificateRequested]) -> None:
    """Email the insurer what a booking's venue requires."""
    place = _place(mailer)
    if place is not None:
        context = certificate_context(mailer.db, mailer.operator, *place)
        mailer.send(certificates.REQUEST, context, mailer.event.to, None)


def email_venue(mailer: EventMailer[CertificateSent]) -> None:
    """Email a booking's venue the certificate, which is attached when the email is sent."""
    row = insurance.certificate(mailer.db, mailer.event.certificate_id)
    place = _place(mailer)
    if place is not None:
        context = certificate_context(mailer.db, mailer.operator, *place, row)
        mailer.send(certificates.TO_VENUE, context, mailer.event.to, None)


def certificate_context(
    db: Session, operator: Operator, booking: Booking, venue: Venue, certificate: InsuranceCertificate | None = None
) -> CertificateContext:
    """Return the data of an email, with the certificate to attach."""
    return CertificateContext(
        load_context.head_of(db, operator),
        venue.name,
        booking.venue_address or venue.address,
        booking.delivery_day,
        booking.pickup_day,
        venue.certificate_terms or VenueCertificate(),
        certificate.id if certificate else None,
        certificate.file_name if certificate else None,
    )


def _place(mailer: EventMailer[CertificateRequested] | EventMailer[CertificateSent]) -> tuple[Booking, Venue] | None:
    """Return the event's booking and its venue; None if either is gone."""
    booking = mailer.booking()
    venue = venues.venue(mailer.db, booking.venue_id) if booking is not None and booking.venue_id is not None else None
    return (booking, venue) if booking is not None and venue is not None else None


def email_signer(mailer: EventMailer[ContractSent]) -> None:
    """Email or text the link to the signer whose turn it is, unless the contract has changed or they have signed."""
    view = _contract(mailer)
    if view is None or view.current is None or view.current.number != mailer.event.version or not view.unsigned:
        return
    signer = view.unsigned[0]
    if signer.id != mailer.event.signer_id or view.is_expired:
        return
    context = _context(mailer.operator, view, view.current, signer.id, signer.name, mailer.db)
    message = contract_emails.REMINDER if mailer.event.reminder else contract_emails.TO_SIGN
    if _text_signer(mailer, view, signer, message, context) or not signer.email:
        return
    signer.emailed_at, signer.email_failed_at = mailer.now, None
    mailer.send(
        message,
        context,
        signer.email,
        signer.name,
        booking_id=_booking_id(view),
        quote_id=_quote_id(view),
    )


def _text_signer(
    mailer: EventMailer[ContractSent],
    view: ContractView,
    signer: ContractSigner,
    message: Message[ContractEmailContext],
    context: ContractEmailContext,
) -> bool:
    """Text a signer the link if the business chose texts for this message and the signer has the phone number of the
    booking's customer, who agreed to texts. Other signers have not consented. Return true if no email is needed.
    """
    customer_id = _customer_id(view)
    customer = own(mailer.db, Customer, customer_id) if customer_id is not None else None
    recipient = TextRecipient(customer_id, signer.phone, {"to": "contract", "id": signer.id})
    number = recipient.number(mailer.operator.time_zone)
    if customer is None or number is None or number not in {phone["e164"] for phone in customer.phones}:
        return False
    needs_no_email = mailer.text(message, context, recipient, booking_id=_booking_id(view), quote_id=_quote_id(view))
    entry = conversations.entry_by_key(mailer.db, f"text:{mailer.key}:{message.kind}")
    if entry is not None and entry.state != FAILED:
        signer.texted_at = mailer.now
    return needs_no_email


def email_lapsed(mailer: EventMailer[ContractLapsed]) -> None:
    """Email a signer that the deadline to sign has passed, if the delivery is still to come."""
    view = _contract(mailer)
    if view is None or view.current is None or view.current.number != mailer.event.version or not view.unsigned:
        return
    signer, day = view.unsigned[0], view.subject.delivery_day
    today = mailer.now.astimezone(ZoneInfo(mailer.operator.time_zone)).date()
    if signer.id != mailer.event.signer_id or not signer.email or not view.is_expired:
        return
    if day is not None and day < today:
        return
    context = _context(mailer.operator, view, view.current, signer.id, signer.name, mailer.db)
    mailer.send(
        contract_emails.EXPIRED,
        context,
        signer.email,
        signer.name,
        booking_id=_booking_id(view),
        quote_id=_quote_id(view),
    )


def note_undelivered(db: Session, row: OutboxMail, now: datetime) -> None:
    """Record on the signer that the email with their contract link was not delivered."""
    if row.kind not in {contract_emails.TO_SIGN.kind, contract_emails.REMINDER.kind}:
        return
    signer = contracts.signer_with_email(db, row.recipient, booking_id=row.booking_id, quote_id=row.quote_id)
    if signer is not None:
        signer.email_failed_at = now


def email_copies(mailer: EventMailer[ContractCompleted]) -> None:
    """Email the signed contract to everyone who signed it."""
    view = _contract(mailer)
    version = next((row for row in view.versions if row.number == mailer.event.version), None) if view else None
    if view is None or version is None or version.sha256 is None:
        return
    signers = contracts.all_signers(mailer.db, version.contract_id)
    for signature in contracts.signatures_of(mailer.db, version):
        signer = signers[signature.signer_id]
        if signer.email:
            context = _context(mailer.operator, view, version, signer.id, signer.name, mailer.db, is_signed=True)
            key = f"{mailer.key}:{contract_emails.SIGNED.kind}:{signer.id}"
            mailer.send(
                contract_emails.SIGNED,
                context,
                signer.email,
                signer.name,
                key=key,
                booking_id=_booking_id(view),
                quote_id=_quote_id(view),
            )


def _contract(
    mailer: EventMailer[ContractSent] | EventMailer[ContractCompleted] | EventMailer[ContractLapsed],
) -> ContractView | None:
    contract = contracts.find_contract(mailer.db, mailer.event.contract_id)
    if contract is None:
        return None
    subject = subjects.of_contract(mailer.db, mailer.operator, contract)
    return contracts.view_of(mailer.db, mailer.operator, subject, contract, mailer.now)


def _booking_id(view: ContractView) -> int | None:
    return view.subject.booking.id if view.subject.booking is not None else None


def _customer_id(view: ContractView) -> int | None:
    booking, quote = view.subject.booking, view.subject.quote
    return booking.customer_id if booking is not None else quote.customer_id if quote is not None else None


def _quote_id(view: ContractView) -> int | None:
    return view.contract.quote_id if view.contract is not None else None


def _context(
    operator: Operator,
    view: ContractView,
    version: ContractVersion,
    signer_id: int,
    name: str,
    db: Session,
    *,
    is_signed: bool = False,
) -> ContractEmailContext:
    head = load_context.head_of(db, operator)
    until = view.expires_at.astimezone(ZoneInfo(operator.time_zone)).date() if view.expires_at else None
    return ContractEmailContext(
        head,
        signer_id,
        name,
        version.content["paper"]["number"],
        version.total_cents,
        head.weekday(until) if until else None,
        is_change=view.binding is not None,
        version_id=version.id if is_signed else None,
    )
