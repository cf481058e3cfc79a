"""Differences between two versions of a quote, as an edit of a booking lists them."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.schemas import ChangedInWordsOut
from marqueedesk.bookings.serializers import changes_in_words
from marqueedesk.kit.money import units
from marqueedesk.kit.text import formats
from marqueedesk.pricing.extras import StoredDiscount
from marqueedesk.pricing.price_list import PriceList, Rate, rate
from marqueedesk.quotes.content import lines_of, price_of
from marqueedesk.quotes.models import QuoteContent, QuoteVersion
from marqueedesk.quotes.serializers import day_answer, instant
from marqueedesk.rentals.changed_fields import ChangeFormats
from marqueedesk.rentals.line_serializers import details_of
from marqueedesk.rentals.lines import said_of


def changes_since(
    before: QuoteVersion | None, after: QuoteVersion, operator: Operator, prices: PriceList
) -> list[ChangedInWordsOut]:
    """Serialize what a version changed against the one sent before it; empty for the first version."""
    if before is None:
        return []
    changes = version_changes(before, after, ZoneInfo(operator.time_zone), prices, operator.currency)
    names = venue_names(before, after)
    return changes_in_words(
        changes, ChangeFormats(operator.date_format, operator.time_format, operator.currency, names)
    )


def version_changes(
    before: QuoteVersion, after: QuoteVersion, zone: ZoneInfo, prices: PriceList, currency: str
) -> dict[str, list[JsonValue]]:
    """Return the fields that differ between two versions by API name, each with its previous and new value."""
    both = [_values(version, zone, prices, currency) for version in (before, after)]
    if not (before.content.get("rental_lines") or after.content.get("rental_lines")):
        both = [{name: value for name, value in values.items() if name != "lines"} for values in both]
    elif both[0]["lines"] == both[1]["lines"]:
        # The lines differ only in details such as colors.
        for values, version in zip(both, (before, after), strict=True):
            values["lines"] = "; ".join(details_of(line, prices) for line in lines_of(version.content))
    old, new = both
    return {name: [old[name], new[name]] for name in new if old[name] != new[name]}


def venue_names(*versions: QuoteVersion) -> dict[int, str]:
    """Return the names of the versions' venues by ID, as they were stored."""
    contents = [version.content for version in versions]
    return {
        content["venue_id"]: content["venue_name"] or f"#{content['venue_id']}"
        for content in contents
        if content["venue_id"] is not None
    }


def _values(version: QuoteVersion, zone: ZoneInfo, prices: PriceList, currency: str) -> dict[str, JsonValue]:
    """Return the compared values of a version: sizes, colors and add-ons by name, amounts in currency units."""
    content = version.content
    price = price_of(content)
    return {
        "customerName": content["customer_name"],
        "customerEmail": content["customer_email"],
        "customerPhone": content["customer_phone"],
        "message": content["message"],
        "size": prices.size_name(content["size"]),
        "colorOption": _label(prices.colors, content["color_option"]),
        "addOns": [_label(prices.add_ons, code) for code in content["add_ons"]],
        "lines": said_of(lines_of(content), prices.size_name, prices.finish_name),
        "venueId": content["venue_id"],
        "address": _address(content),
        "deliveryDate": day_answer(content["delivery_date"], zone),
        "pickupDate": day_answer(content["pickup_date"], zone),
        "preferredInstallTime": content["preferred_install_time"],
        "eventType": content["event_type"],
        "notes": content["notes"],
        "note": content["note"],
        "extraLines": [f"{line['text']} ({formats.money(line['cents'], currency)})" for line in content["extra_lines"]],
        "discount": _discount(content["discount"], currency),
        "damageWaiver": price.damage_waiver_cents > 0,
        "expiresAt": instant(version.expires_at, zone),
        "deposit": units(price.deposit_cents),
        "totalPrice": units(price.total_cents),
    }


def _label(rows: Sequence[Rate], code: str) -> str:
    row = rate(rows, code)
    return row.label if row else code


def _address(content: QuoteContent) -> str | None:
    """Return the place if it isn't one of the business's venues."""
    if content["venue_id"] is not None:
        return None
    return ", ".join(part for part in (content["venue_name"], content["venue_address"]) if part) or None


def _discount(discount: StoredDiscount | None, currency: str) -> str | None:
    if discount is None:
        return None
    if discount["kind"] == "percent":
        return f"{units(discount['value'])}%"
    return formats.money(discount["value"], currency)
