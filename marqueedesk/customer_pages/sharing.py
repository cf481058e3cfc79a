"""Link previews of customers' pages: the business's name, with the sign as a picture."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.business import queries as business
from marqueedesk.customer_pages import service
from marqueedesk.delivery.rules import rules_of
from marqueedesk.documents.document_content import stored_texts, texts_to_scale
from marqueedesk.documents.sign import SignText
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import customer_actions
from marqueedesk.quotes.content import lines_of
from marqueedesk.rentals import stored_lines
from marqueedesk.rentals.line_serializers import serialize_sign
from marqueedesk.rentals.lines import Lines
from marqueedesk.waiting_list import waiting

FORM_SIGN = "YOUR WORDS"
"""The sign on the preview of the form, which has no message yet."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A page's link preview. ``picture`` is the path of the image on this server."""

    company: str
    title: str
    description: str
    message: str
    picture: str
    contact: tuple[str, ...] = ()
    """The business's contact details, phone first, if its form shows them."""
    lines: Lines = ()
    """The rental's lines. If empty, only the message is available."""


def texts_of(db: Session, shared: Shared) -> tuple[SignText, ...]:
    """Return the sign's texts to scale, in their colors and finishes."""
    standing = serialize_sign(shared.lines, pricing.price_list(db))
    return tuple(texts_to_scale(stored_texts(standing))) or (SignText(shared.message),)


def form(db: Session, who: int | str) -> Shared:
    """Return the preview of a business's public form. Raises UnknownOperator."""
    operator = accounts.public_operator(db, who)
    set_operator(db, operator.id)
    details = business.company(db, operator)
    company: str = details["name"]
    contact = (details["phone"], details["email"]) if rules_of(operator.rules).contact_on_form else ()
    return Shared(
        company,
        f"Book Your Marquee Letters · {company}",
        "Choose your message, see it in lights, and check price and availability right away.",
        FORM_SIGN,
        f"/api/public/pictures/form/{operator.public_key}",
        tuple([way for way in contact if way]),
    )


def quote(db: Session, token: str) -> Shared:
    """Return the preview of a quote's page. Raises NoQuote."""
    operator_id, quote_id = customer_actions.open_quote(db, token)
    offer = customer_actions.offer_of(db, quote_id)
    company, message = _name(db, accounts.public_operator(db, operator_id)), offer.content["message"]
    title = f"Your quote from {company}"
    return _page("quote", token, company, title, message, "See the price and accept online.", lines_of(offer.content))


def booking(db: Session, token: str) -> Shared:
    """Return the preview of a booking's page. Raises NoBooking."""
    operator_id, booking_id = service.open_booking(db, token)
    company, row = _name(db, accounts.public_operator(db, operator_id)), service.booking_of(db, booking_id)
    title, lines = f"Your booking with {company}", row.lines
    return _page("booking", token, company, title, row.message, "See your dates, price and payments.", lines)


def share(db: Session, token: str) -> Shared:
    """Return the preview of a share's page. Raises NoShare."""
    operator, booking, _ = service.open_share(db, token)
    company = _name(db, operator)
    title, lines = f"Your share of a sign from {company}", booking.lines
    return _page("share", token, company, title, booking.message, "Pay your share by card.", lines)


def waiting_place(db: Session, token: str) -> Shared:
    """Return the preview of a waiting list entry's page. Raises UnknownEntry."""
    operator_id, entry_id = waiting.open_entry(db, token)
    company, entry = _name(db, accounts.public_operator(db, operator_id)), waiting.entry_of(db, entry_id)
    title, lines = f"Your place on the waiting list of {company}", stored_lines.read_lines(entry.lines)
    return _page("waiting", token, company, title, entry.message, "Check if your letters are available.", lines)


def _page(kind: str, token: str, company: str, title: str, message: str, invitation: str, lines: Lines) -> Shared:
    """Return the preview of a rental's page, or of a page that may lead to a rental."""
    description = f"“{message}” in marquee letters. {invitation}"
    return Shared(company, title, description, message, f"/api/public/pictures/{kind}/{token}", lines=lines)


def _name(db: Session, operator: Operator) -> str:
    return business.company(db, operator)["name"]
