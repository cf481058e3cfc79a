"""Customers read each sum once: in emails of every kind, whatever is paid or due."""

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from typing import Any, cast

import pytest

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.catalog import MESSAGES
from marqueedesk.messages.email_context import BookingContext, QuoteContext
from marqueedesk.messages.html_renderer import html_of
from marqueedesk.messages.message import Message, write
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.text_renderer import text_of
from marqueedesk.pricing.agreed_price import AgreedPrice, stored_price
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.pricing.payment_terms import PaymentTerms

HEAD = Letterhead("Glow", "1 Main Street", "hi@glow.example", None, None, None, "USD", "America/New_York")
PRICE = Breakdown(
    letter_count=7,
    days=2,
    price_per_letter_cents=2_500,
    base_cents=35_000,
    color_cents=1_200,
    minimum_order_adjustment_cents=0,
    add_ons_cents=5_250,
    surcharge_cents=2_600,
    discount_cents=4_000,
    delivery_fee_cents=4_500,
    tax_cents=3_111,
    total_cents=47_661,
    deposit_cents=12_345,
)
LINES = [("7 letters 4ft", 35_000), ("Color", 1_200), ("LED Lighting", 5_250), ("Venue surcharge", 2_600)]
LINES += [("Discount", -4_000), ("Delivery fee", 4_500), ("Sales tax", 3_111)]
ONE_LINE = replace(
    PRICE,
    color_cents=0,
    add_ons_cents=0,
    surcharge_cents=0,
    discount_cents=0,
    delivery_fee_cents=0,
    tax_cents=0,
    total_cents=35_000,
)
PARTS = PaymentTerms(balance_due_days=14).to_json()
TO_CUSTOMERS = [message for message in MESSAGES if message.audience == CUSTOMER]
STATES: dict[str, dict[str, Any]] = {
    "unpaid": {},
    "unpaid, in parts": {"payment_terms": PARTS},
    "deposit paid": {"received_cents": 12_345},
    "deposit paid, in parts": {"received_cents": 12_345, "payment_terms": PARTS},
    "deposit processing": {"processing_cents": 12_345},
    "paid in full": {"received_cents": 47_661, "payment_terms": PARTS},
    "charged": {"received_cents": 12_345, "charges_cents": 6_789},
    "without deposit": {"deposit_cents": 0},
    "deposit of everything": {"deposit_cents": 47_661},
}


class Reader(HTMLParser):
    """The text of an email's page that a customer reads, without buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._skipped = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._skipped += tag in {"a", "title", "style"}

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in {"a", "title", "style"}

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.texts.append(data)


def agreed(context: object, price: Breakdown, columns: dict[str, Any]) -> object:
    """A sample with this price, and its booking with these columns."""
    if isinstance(context, QuoteContext):
        lines = [{"text": text, "cents": cents} for text, cents in (LINES if price is PRICE else LINES[:1])]
        sent = cast("Any", dict(context.sent) | {"price": stored_price(AgreedPrice(price)), "lines": lines})
        booking = cast("BookingContext | None", context.booking and agreed(context.booking, price, columns))
        return replace(context, sent=sent, sent_on=date(2027, 5, 20), booking=booking)
    if not isinstance(context, BookingContext):
        return context
    booking = context.booking
    booking.created_at = booking.updated_at = datetime(2027, 5, 20, tzinfo=UTC)
    booking.breakdown, booking.total_cents = stored_price(AgreedPrice(price)), price.total_cents
    for name, value in (
        {"received_cents": 0, "charges_cents": 0, "deposit_cents": price.deposit_cents} | columns
    ).items():
        setattr(booking, name, value)
    return replace(context, due_by_card_cents=booking.balance_cents, takes_cards=True)


def repeated(text: str) -> dict[str, int]:
    """The sums that a text names more than once."""
    return {amount: count for amount, count in Counter(re.findall(r"\$[\d,]+\.\d\d", text)).items() if count > 1}


@pytest.mark.parametrize("price", [PRICE, ONE_LINE], ids=["every kind of line", "one line"])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("message", TO_CUSTOMERS, ids=lambda message: message.kind)
def test_emails_to_customers_name_each_sum_once(message: Message[Any], state: str, price: Breakdown):
    columns = {
        name: price.total_cents if cents == PRICE.total_cents else cents for name, cents in STATES[state].items()
    }
    context: Any = agreed(message.sample(HEAD), price, columns)
    if isinstance(context, BookingContext):
        # The email is about what was received, or about what is due.
        is_back = message.kind in {"payment-received", "payment-refunded"}
        amount = context.booking.received_cents if is_back else context.balance_cents()
        context = replace(context, amount_cents=amount or PRICE.deposit_cents)
    content = write(message, context, HEAD, "MarqueeDesk")

    page = "\n".join(Reader(html_of(content, lambda _link: "https://letters.example/b/token")).texts)

    assert repeated(page) == {}, page
    buttons = [part["label"] for part in content["parts"] if part["kind"] == "button"]
    text = text_of(content, lambda _link: "https://letters.example/b/token")
    for label in buttons:
        text = text.replace(f"{label}:\n", "")
    assert repeated(text) == {}, text
    assert "nothing to pay" not in text or not any(label.startswith("Pay") for label in buttons)
