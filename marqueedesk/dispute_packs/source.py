"""Load the evidence for a disputed payment as plain values, so that no transaction is open during compilation."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.goods import handovers
from marqueedesk.bookings.goods.models import Handover
from marqueedesk.bookings.models import Booking
from marqueedesk.business import queries as business
from marqueedesk.cards_on_file import queries as cards
from marqueedesk.contracts import queries as contracts
from marqueedesk.contracts import subjects
from marqueedesk.conversations import queries as conversations
from marqueedesk.conversations.models import FAILED, LINK_MARK, ConversationEntry
from marqueedesk.dispute_packs.errors import NoDispute
from marqueedesk.documents import queries as documents
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.stored_document import DocumentContent
from marqueedesk.inventory import photos
from marqueedesk.kit.errors import NotFound
from marqueedesk.payments import disputes
from marqueedesk.payments import queries as payments
from marqueedesk.payments.models import PAYMENT, RECEIVED, RETURNED, BookingPayment, PaymentDispute
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.lines import said_of
from marqueedesk.stripe.values import StoredCard

MOST_PHOTOS: Final = 8
MOST_MESSAGES: Final = 120
_LONGEST_MESSAGE: Final = 1500
_READ: Final = 500
_KINDS: Final = {"text": "Text", "email": "Email", "call": "Call", "question": "Question"}
_METHODS: Final = {"card": "Card", "cash": "Cash", "bank_transfer": "Bank transfer", "other": "Other"}
_HANDOVERS: Final = {"out": "Delivery", "in": "Return"}


@dataclass(frozen=True, slots=True)
class SignedPapers:
    """The signed contract and its certificate. ``total`` is formatted."""

    pdf: bytes
    certificate: bytes
    sha256: str
    signed_at: str
    total: str


@dataclass(frozen=True, slots=True)
class CardConsent:
    """The mandate for a card on file, as the customer agreed to it."""

    wording: str
    consent_at: str
    card: str


@dataclass(frozen=True, slots=True)
class GoodsMoved:
    """A delivery or return: who received the goods, and their signature as an SVG path within 300 by 100."""

    title: str
    at: str
    who: str
    pieces: int
    signed_by: str | None
    signature: str | None


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message with the customer. ``sender`` is the customer or the business."""

    at: str
    kind: str
    sender: str
    text: str


@dataclass(frozen=True, slots=True)
class InvoicePaper:
    """An invoice as issued."""

    number: str
    content: DocumentContent
    logo: bytes | None
    issued_at: datetime


@dataclass(frozen=True, slots=True)
class PackSource:
    """Everything that a pack contains. Amounts and times are formatted.

    ``consent`` is None if the customer paid in person on a card form (``is_off_session`` is false), or if the mandate
    is missing.
    """

    operator_id: int
    letterhead: Letterhead
    logo: bytes | None
    number: int
    brand: str | None
    dispute_facts: Sequence[tuple[str, str]]
    rental_facts: Sequence[tuple[str, str]]
    is_off_session: bool
    consent: CardConsent | None
    contract: SignedPapers | None
    moved: Sequence[GoodsMoved]
    photos: Sequence[bytes]
    messages: Sequence[StoredMessage]
    payments: Sequence[tuple[str, str, str, str]]
    invoice: InvoicePaper | None


def load(db: Session, operator: Operator, booking_id: int, payment_id: int | None, now: datetime) -> PackSource:
    """Load the evidence for a booking's payment; without ``payment_id``, for the one disputed last.

    Raises NotFound, and NoDispute if the payment isn't disputed.
    """
    booking = bookings.booking(db, booking_id)
    rows = payments.of_booking(db, booking_id)
    found = disputes.of_booking(db, booking_id)
    payment, dispute = _disputed(rows, found, payment_id)
    words = _Words(documents.letterhead(db, operator), operator, booking.customer_name)
    card = cards.by_id(db, payment.card_id) if payment.card_id is not None else None
    moved = [row for row in handovers.of_booking(db, booking_id) if row.kind in _HANDOVERS]
    logo = business.logo(db)
    prices = pricing.price_list(db)
    return PackSource(
        operator_id=operator.id,
        letterhead=words.head,
        logo=logo[1] if logo else None,
        number=booking.number,
        brand=_brand(payment.card),
        dispute_facts=words.dispute(payment, dispute, now),
        rental_facts=words.rental(booking, said_of(booking.lines, prices.size_name, prices.finish_name)),
        is_off_session=payment.card_id is not None,
        consent=(
            CardConsent(card.wording, words.moment(card.consent_at), _card(card.card))
            if card is not None and card.consent_at is not None
            else None
        ),
        contract=_contract(db, operator, booking_id, words, now),
        moved=[words.moved(row) for row in moved],
        photos=_photos(db, [*(payment.photo_digests or ()), *_digests(moved)]),
        messages=[words.message(row) for row in _messages(db, booking)],
        payments=[words.payment(row) for row in rows if row.state in {RECEIVED, RETURNED}],
        invoice=_invoice(db, booking_id),
    )


def _disputed(
    rows: Sequence[BookingPayment], found: dict[int, list[PaymentDispute]], payment_id: int | None
) -> tuple[BookingPayment, PaymentDispute]:
    candidates = [
        (one, row) for row in rows for one in found.get(row.id, []) if payment_id is None or row.id == payment_id
    ]
    if not candidates:
        raise NoDispute
    dispute, payment = max(candidates, key=lambda pair: pair[0].id)
    return payment, dispute


@dataclass(frozen=True, slots=True)
class _Words:
    """Formats values as the business does."""

    head: Letterhead
    operator: Operator
    customer: str

    def moment(self, at: datetime | None) -> str:
        if at is None:
            return ""
        local = at.astimezone(ZoneInfo(self.operator.time_zone))
        return f"{self.head.day(local.date())}, {self.head.clock(local)} {local.tzname() or ''}".rstrip()

    def day(self, on: date) -> str:
        return self.head.weekday(on)

    def dispute(self, payment: BookingPayment, dispute: PaymentDispute, now: datetime) -> list[tuple[str, str]]:
        due = [("Respond by", self.moment(dispute.due_by))] if dispute.due_by is not None else []
        return [
            ("Disputed amount", self.head.money(dispute.amount_cents)),
            ("Reason given", dispute.reason.replace("_", " ")),
            ("Dispute", dispute.provider_id),
            ("Payment", payment.provider_id or ""),
            ("Paid", f"{self.head.money(payment.amount_cents)}, {self.moment(payment.settled_at)}"),
            ("Card", _card(payment.card) or "unknown"),
            ("Charged", "By us, to the card on file" if payment.card_id else "By the customer, on our payment form"),
            *due,
            ("Compiled", self.moment(now)),
        ]

    def rental(self, booking: Booking, lines: str) -> list[tuple[str, str]]:
        facts = [
            ("Booking", f"#{booking.number}"),
            ("Customer", booking.customer_name),
            ("Email", booking.customer_email or ""),
            ("Phone", booking.customer_phone or ""),
            ("Booked", self.moment(booking.created_at)),
            ("Rented", lines),
            ("Delivery", self.day(booking.delivery_day)),
            ("Pickup", self.day(booking.pickup_day)),
            ("Place", booking.place or ""),
            ("Status", booking.status),
            ("Total", self.head.money(booking.total_cents)),
        ]
        return [fact for fact in facts if fact[1]]

    def moved(self, row: Handover) -> GoodsMoved:
        signed = row.sign_off
        return GoodsMoved(
            _HANDOVERS[row.kind],
            self.moment(row.at),
            row.who,
            sum(line["count"] for line in row.lines),
            signed["signed_by"] if signed else None,
            signed["signature"] if signed else None,
        )

    def message(self, row: ConversationEntry) -> StoredMessage:
        text = row.text.replace(LINK_MARK, "[link]")
        if len(text) > _LONGEST_MESSAGE:
            text = f"{text[:_LONGEST_MESSAGE]}…"
        sender = self.customer if row.direction == "in" else self.head.name
        return StoredMessage(self.moment(row.at), _KINDS[row.kind], sender, text)

    def payment(self, row: BookingPayment) -> tuple[str, str, str, str]:
        on = self.day(row.on_day) if row.on_day is not None else self.moment(row.settled_at)
        method = _card(row.card) or row.method_name or _METHODS.get(row.kind, row.kind)
        is_payment = row.entry == PAYMENT
        amount = self.head.money(row.amount_cents)
        return on, "Payment" if is_payment else "Refund", method, amount if is_payment else f"−{amount}"


def _brand(card: StoredCard | None) -> str | None:
    return (card.get("brand") or None) if card is not None else None


def _card(card: StoredCard | None) -> str:
    if card is None:
        return ""
    return f"{(card.get('brand') or card['kind']).title()} ending in {card.get('last4') or '????'}"


def _contract(db: Session, operator: Operator, booking_id: int, words: _Words, now: datetime) -> SignedPapers | None:
    view = contracts.view(db, operator, subjects.of_booking(db, booking_id), now)
    if view.binding is None:
        return None
    version = contracts.with_files(db, view.binding.id)
    if version.pdf is None or version.certificate is None or version.sha256 is None:
        return None
    return SignedPapers(
        version.pdf,
        version.certificate,
        version.sha256,
        words.moment(version.completed_at),
        words.head.money(version.total_cents),
    )


def _digests(moved: Sequence[Handover]) -> list[str]:
    return [line["photo"] for row in moved for line in row.lines if "photo" in line]


def _photos(db: Session, digests: Sequence[str]) -> list[bytes]:
    """Return the first photos that still exist."""
    found: list[bytes] = []
    for digest in dict.fromkeys(digests):
        with suppress(NotFound):
            found.append(photos.photo(db, digest).large)
        if len(found) == MOST_PHOTOS:
            break
    return found


def _messages(db: Session, booking: Booking) -> list[ConversationEntry]:
    """Return the latest messages with the customer about this booking, oldest first. Internal notes, and messages that
    were not sent, are left out.
    """
    if booking.customer_id is None:
        return []
    ids = conversations.with_merged(db, booking.customer_id)
    latest = conversations.entries(db, ids, before=None, limit=_READ)
    shown = [
        row
        for row in latest
        if row.kind in _KINDS
        and row.state not in {FAILED, "waiting", "held"}
        and (row.booking_id == booking.id or (row.booking_id is None and row.at >= booking.created_at))
    ]
    return shown[:MOST_MESSAGES][::-1]


def _invoice(db: Session, booking_id: int) -> InvoicePaper | None:
    found = documents.invoice_of(db, booking_id)
    if found is None:
        return None
    return InvoicePaper(found.number, found.content, documents.kept_logo(db, found.logo_tag), found.issued_at)
