"""Serialize quotes for their operator, and price lines."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypedDict, TypeVar
from zoneinfo import ZoneInfo

from fastapi import Request

from marqueedesk.bookings.models import LostReason
from marqueedesk.bookings.schemas import ChangedInWordsOut
from marqueedesk.bookings.serializers import chosen_options
from marqueedesk.business.document_rules import USUAL_TAX
from marqueedesk.kit.http.links import LinkMaker, digest_of
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import counted
from marqueedesk.pricing.agreed_price import read_price
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.pricing.extras import shown_discount, shown_extras
from marqueedesk.pricing.policy_schemas import terms_answer
from marqueedesk.pricing.price_list import DEFAULT_COLOR, PriceList
from marqueedesk.quotes.content import lines_of, moment
from marqueedesk.quotes.due import agreed_terms
from marqueedesk.quotes.models import (
    EXPIRED,
    LINK,
    OPEN,
    SEEN,
    SENT,
    UNSENT,
    Offer,
    PriceLine,
    Quote,
    QuoteContent,
    QuoteHistoryEntry,
    QuoteVersion,
)
from marqueedesk.quotes.schemas import (
    ContentOut,
    FitOut,
    QuoteEventOut,
    QuoteOut,
    QuoteWithStory,
    VersionOut,
)
from marqueedesk.rentals.line_serializers import (
    line_texts,
    serialize_add_ons,
    serialize_lines,
    serialize_rented,
    serialize_sign,
)
from marqueedesk.rentals.lines import custom_colors, letters_lines
from marqueedesk.rentals.rental_request import clock_text, iso
from marqueedesk.venues.address_schemas import address_answer

ContentT = TypeVar("ContentT", bound=ContentOut)


class Links(LinkMaker):
    """Builds the URLs of quote pages."""

    def token(self, quote: Quote) -> str:
        """Return the token of a quote's link."""
        return self.signer.token(LINK, quote.operator_id, quote.id, quote.link_nonce)

    def address(self, quote: Quote) -> str | None:
        """Return the link that was sent, or None if none was sent or the installation's secret has changed since."""
        token = self.token(quote)
        return f"{self.public_url}/q/{token}" if quote.link_digest == digest_of(token) else None


def links_of(request: Request) -> Links:
    """Return the link builder of this installation."""
    return Links.here(request)


def shown_status(quote: Quote, now: datetime) -> str:
    """Return the displayed status: a sent quote past its expiry counts as expired (Q4)."""
    if quote.status in {SENT, SEEN} and quote.expires_at is not None and quote.expires_at <= now:
        return EXPIRED
    return quote.status


def shown_offer(quote: Quote, sent: QuoteVersion, now: datetime) -> Offer:
    """Return the state of the customer's link."""
    # A quote with a sent version counts as sent.
    assert quote.offer != UNSENT  # noqa: S101 - for the type checker.
    if quote.offer == OPEN and sent.expires_at is not None and sent.expires_at <= now:
        return EXPIRED
    return quote.offer


def _with_content(
    answer: type[ContentT], content: QuoteContent, zone: ZoneInfo, prices: PriceList, more: Mapping[str, object]
) -> ContentT:
    """Build a response of type ``answer`` from the content of a quote and the fields in ``more``. ``prices`` is the
    operator's current price list. Fields with the same name in storage are copied.
    """
    agreed, lines = read_price(content["price"]), lines_of(content)
    price, size, color, add_ons = agreed.breakdown, content["size"], content["color_option"], content["add_ons"]
    return answer.model_validate(
        {
            **content,
            **more,
            "letters": [letter for line in letters_lines(lines) for letter in line.letters],
            "letter_count": price.letter_count,
            "lines": serialize_lines(lines, agreed, prices),
            "sign": serialize_sign(lines, prices),
            "rented": serialize_rented(lines, prices),
            "rental_days": price.days,
            "address": address_answer(content.get("address")),
            "venue_surcharge": units(price.surcharge_cents),
            "delivery_date": day_answer(content["delivery_date"], zone),
            "pickup_date": day_answer(content["pickup_date"], zone),
            "add_ons": serialize_add_ons(prices, add_ons),
            "options": chosen_options(
                prices,
                agreed,
                size=size,
                color=color,
                add_ons=add_ons,
                custom_color=next(iter(custom_colors(lines)), ""),
            ),
            "extra_lines": shown_extras(content["extra_lines"]),
            "discount": shown_discount(content["discount"]),
            "discount_code": content.get("discount_code"),
            "damage_waiver": price.damage_waiver_cents > 0,
            "breakdown": price.to_wire(),
            "total_price": units(price.total_cents),
            "deposit": units(price.deposit_cents),
        }
    )


def for_customer(content: QuoteContent, zone: ZoneInfo, prices: PriceList) -> ContentOut:
    """Serialize only the content of a quote, for its customer."""
    return _with_content(ContentOut, content, zone, prices, {})


def day_answer(text: str | None, zone: ZoneInfo) -> str | None:
    """Format a stored delivery or pickup as entered: a date, or a date-time with the operator's UTC offset (B3)."""
    if text is None:
        return None
    given = moment(text)
    return given.day.isoformat() if given.time is None else iso(given.day, clock_text(given.time), zone)


def for_operator(quote: Quote, zone: ZoneInfo, links: Links, now: datetime, prices: PriceList) -> QuoteOut:
    """Serialize a quote for its operator."""
    return _with_content(QuoteOut, quote.content, zone, prices, _own(quote, zone, links, now))


def with_story(
    quote: Quote,
    zone: ZoneInfo,
    links: Links,
    now: datetime,
    prices: PriceList,
    *,
    history: Sequence[QuoteHistoryEntry],
    fit: FitOut,
) -> QuoteWithStory:
    """Serialize a quote with its history and its current availability."""
    more = {**_own(quote, zone, links, now), "history": [_event(event, zone) for event in history], "fit": fit}
    return _with_content(QuoteWithStory, quote.content, zone, prices, more)


class OwnQuoteFields(TypedDict):
    """Fields of a quote besides its content, as its operator sees them."""

    id: int
    user_id: int
    customer_id: int | None
    number: str | None
    status: str
    version: int
    sent_version: int | None
    changed_since_sent: bool
    revision: int
    expires_at: str | None
    hold_letters: bool
    link: str | None
    booking_id: int | None
    created_at: str | None
    updated_at: str | None
    sent_at: str | None
    seen_at: str | None
    answered_at: str | None
    lost_reason: LostReason | None


def _own(quote: Quote, zone: ZoneInfo, links: Links, now: datetime) -> OwnQuoteFields:
    return {
        "id": quote.id,
        "user_id": quote.operator_id,
        "customer_id": quote.customer_id,
        "number": quote.number,
        "status": shown_status(quote, now),
        "version": quote.version,
        "sent_version": quote.sent_version,
        "changed_since_sent": quote.sent_version not in {None, quote.version},
        "revision": quote.revision,
        "expires_at": instant(quote.expires_at, zone),
        "hold_letters": quote.hold_letters,
        "link": links.address(quote),
        "booking_id": quote.booking_id,
        "created_at": instant(quote.created_at, zone),
        "updated_at": instant(quote.updated_at, zone),
        "sent_at": instant(quote.sent_at, zone),
        "seen_at": instant(quote.seen_at, zone),
        "answered_at": instant(quote.answered_at, zone),
        "lost_reason": quote.lost_reason,
    }


def _event(event: QuoteHistoryEntry, zone: ZoneInfo) -> QuoteEventOut:
    details = {name: event.details.get(name) for name in ("text", "email", "address", "agent")}
    return QuoteEventOut.of_row(event, **details, at=instant(event.at, zone))


def version_answer(
    found: QuoteVersion, zone: ZoneInfo, prices: PriceList, changed: Sequence[ChangedInWordsOut]
) -> VersionOut:
    """Return a version as sent, with what it ``changed`` against the version before."""
    more: dict[str, object] = {
        "version": found.version,
        "number": found.content.get("number"),
        "sent_at": instant(found.sent_at, zone),
        "expires_at": instant(found.expires_at, zone),
        "terms": found.content.get("terms"),
        "payment_terms": terms_answer(agreed_terms(found.content)),
        "company": found.content.get("company"),
        "changed": changed,
    }
    return _with_content(VersionOut, found.content, zone, prices, more)


def instant(value: datetime | None, zone: ZoneInfo) -> str | None:
    """Format an instant with the operator's UTC offset."""
    return value.astimezone(zone).isoformat() if value else None


def price_lines(content: QuoteContent, prices: PriceList, tax: str = USUAL_TAX) -> list[PriceLine]:
    """Return the price lines that aren't zero, in cents and in the order of the formula. ``tax`` is its name.

    They are stored with a version when it is sent, so that it never changes.
    """
    agreed = read_price(content["price"])
    price, chosen = agreed.breakdown, content["color_option"]
    lines = lines_of(content)
    options = chosen_options(
        prices,
        agreed,
        size=content["size"],
        color=chosen,
        add_ons=content["add_ons"],
        custom_color=next(iter(custom_colors(lines)), ""),
    )
    color = "" if chosen == DEFAULT_COLOR else next(row.label for row in options if row.kind == "color")
    add_ons = ", ".join(row.label for row in options if row.kind == "addOn")
    share = f" ({units(price.discount_basis_points)}%)" if price.discount_basis_points else ""
    first = [
        (_letters(content, price, prices), price.base_cents),
        (f"Color: {color}", price.color_cents),
        (add_ons, price.add_ons_cents),
    ]
    if content.get("rental_lines"):
        first = line_texts(lines, agreed, prices)
    rows = [
        *first,
        ("Venue surcharge", price.surcharge_cents),
        *[(line["text"], line["cents"]) for line in content["extra_lines"]],
        ("Up to the minimum order", price.minimum_order_adjustment_cents),
        (f"Discount{share}", -price.discount_cents),
        ("Delivery fee", price.delivery_fee_cents),
        ("Damage waiver", price.damage_waiver_cents),
        (tax, -price.tax_deducted_cents if price.tax_included else price.tax_cents),
        ("Tip", price.tip_cents),
        (f"Includes {tax}", price.tax_cents if price.tax_included else 0),
    ]
    shown = {text for text, _ in first[:1]} | {line["text"] for line in content["extra_lines"]}
    return [{"text": text, "cents": cents} for text, cents in rows if cents or text in shown]


def _letters(content: QuoteContent, price: Breakdown, prices: PriceList) -> str:
    return (
        f"{counted(price.letter_count, 'letter')} in {prices.size_name(content['size'])}, {counted(price.days, 'day')}"
    )
