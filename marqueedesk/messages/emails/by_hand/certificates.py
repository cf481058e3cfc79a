"""Emails about the certificate of insurance of a booking: to the insurer, and to the venue."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from marqueedesk.business.terms import FIELDS
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.content import CERTIFICATE, Body, Files, facts
from marqueedesk.messages.message import Block, Message, Texts
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.venues.certificate import CoverageLimits, VenueCertificate

_DETAILS: Final = Block("details", "The event's place and dates, and what the certificate has to name", needed=True)
_FIELDS: Final = tuple(field for field in FIELDS if field.name in {"company", "venue", "delivery", "pickup"})


@dataclass(frozen=True, slots=True)
class CertificateContext:
    """The business, the place and days of an event, the venue's requirements, and the file to attach."""

    head: Letterhead
    venue: str
    address: str
    first_day: date
    last_day: date
    terms: VenueCertificate
    certificate_id: int | None = None
    file_name: str | None = None

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {
            "company": self.head.name,
            "venue": self.venue,
            "delivery": self.head.weekday(self.first_day),
            "pickup": self.head.weekday(self.last_day),
        }


def _body(lead: str) -> Callable[[CertificateContext], Body]:
    def body(context: CertificateContext) -> Body:
        head, limits = context.head, context.terms.limits
        rows = [
            ("Place", f"{context.venue}\n{context.address}"),
            ("Delivery", head.weekday(context.first_day)),
            ("Pickup", head.weekday(context.last_day)),
            ("Certificate holder", context.terms.holder),
            ("Additional insured", context.terms.additional_insured),
            ("Each occurrence, at least", head.money(100 * limits.each_occurrence) if limits else None),
            ("Aggregate, at least", head.money(100 * limits.aggregate) if limits else None),
        ]
        files = None
        if context.certificate_id is not None:
            files = Files((CERTIFICATE,), document=context.file_name, certificate_id=context.certificate_id)
        return Body(lead=lead, blocks={_DETAILS.name: [facts(rows)]}, files=files)

    return body


def _sample(head: Letterhead) -> CertificateContext:
    terms = VenueCertificate(
        required=True,
        limits=CoverageLimits(each_occurrence=1_000_000, aggregate=2_000_000),
        holder="The Old Barn LLC\n12 Mill Lane, Rhinebeck, NY 12572",
        additional_insured="The Old Barn LLC",
    )
    return CertificateContext(
        head, "The Old Barn", "12 Mill Lane, Rhinebeck, NY 12572", date(2027, 6, 1), date(2027, 6, 3), terms
    )


REQUEST: Final = Message(
    "certificate-request",
    "Certificate request",
    "When you request a certificate of insurance from your insurer",
    CUSTOMER,
    Texts(
        "Certificate of insurance for {venue}",
        "Hello,",
        "Thank you,\n{company}",
        "We need a certificate of insurance for an event. Please reply to this email with it attached.\n\n{details}",
        "Certificate request",
    ),
    _FIELDS,
    _body("Please send us a certificate of insurance"),
    _sample,
    (_DETAILS,),
)
TO_VENUE: Final = Message(
    "certificate-sent",
    "Certificate of insurance",
    "When you send a certificate of insurance to a venue",
    CUSTOMER,
    Texts(
        "Certificate of insurance from {company}",
        "Hello,",
        "Kind regards,\n{company}",
        "Attached is our certificate of insurance for an upcoming event.\n\n{details}",
        "Certificate of insurance",
    ),
    _FIELDS,
    _body("Our certificate of insurance is attached"),
    _sample,
    (_DETAILS,),
)
