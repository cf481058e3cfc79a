"""Fields that an edit changed, in words: one wording for the edit form, emails, change requests and quotes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from marqueedesk.delivery.install_windows import window_of
from marqueedesk.kit.text import formats

_LABELS: Final = {
    "customerName": "Name",
    "customerEmail": "Email",
    "customerPhone": "Phone",
    "eventType": "Event type",
    "notes": "Notes",
    "operatorNotes": "Team notes",
    "message": "Message",
    "size": "Size",
    "lines": "Lines",
    "address": "Address",
    "colorOption": "Color",
    "preferredInstallTime": "Install time",
    "addOns": "Add-ons",
    "venueId": "Venue",
    "deliveryDate": "Delivery",
    "pickupDate": "Pickup",
    "damageWaiver": "Damage waiver",
    "tip": "Tip",
    "totalPrice": "Total",
    "taxExempt": "Tax exemption",
    "vatId": "VAT ID",
    "reverseCharge": "Reverse charge",
    "note": "Note",
    "extraLines": "Extras",
    "certificateRequested": "Certificate requested from",
    "certificateSent": "Certificate sent to",
    "discount": "Discount",
    "deposit": "Deposit",
    "expiresAt": "Valid until",
}
"""Names of the fields that an edit of a booking or a quote can change."""
_MONEY: Final = frozenset({"tip", "totalPrice", "deposit"})
_DAYS: Final = frozenset({"deliveryDate", "pickupDate", "expiresAt"})
_LAST: Final = ("deposit", "totalPrice")
NOTHING: Final = "none"
"""The word for an empty value."""

Changes = Mapping[str, Sequence[JsonValue]]
"""Changed fields by their API name, each with its previous and new value, as in a booking's history."""


@dataclass(frozen=True, slots=True)
class ChangeFormats:
    """A business's formats for changed values, and the names of the venues in them by ID."""

    date_format: str
    time_format: str
    currency: str
    venues: Mapping[int, str] = field(default_factory=dict[int, str])


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A changed field with its previous and new value as text."""

    name: str
    label: str
    before: str
    after: str

    @property
    def in_a_line(self) -> str:
        """Return the change on one line: "Delivery: June 1, 2027 → June 3, 2027"."""
        return f"{self.label}: {self.before} → {self.after}"


def label_of(name: str) -> str:
    """Return a field's name for people."""
    return _LABELS.get(name) or formats.label(name)


def changed_fields(changes: Changes, style: ChangeFormats) -> list[ChangedField]:
    """Return the changed fields as text, the total last.

    Lines contain the message and the size, and an address the venue's name, so that these aren't repeated.
    """
    repeated = {"message", "size"} if "lines" in changes else set[str]()
    if "address" in changes:
        repeated.add("venueId")
    names = sorted(changes.keys() - repeated, key=lambda name: (name in _LAST, list(changes).index(name)))
    return [
        ChangedField(name, label_of(name), *(_text(name, value, style) for value in changes[name])) for name in names
    ]


def _text(name: str, value: JsonValue, style: ChangeFormats) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        if name in _MONEY:
            return formats.money(round(value * 100), style.currency)
        return style.venues.get(int(value), f"#{value}") if name == "venueId" else str(value)
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or NOTHING
    if not value:
        return NOTHING
    text = str(value)
    if name in _DAYS:
        return _moment(text, style)
    if name == "preferredInstallTime" and (window := window_of(text)):
        return window.words(style.time_format)
    return text.capitalize() if name == "eventType" else text


def _moment(text: str, style: ChangeFormats) -> str:
    """Format a day with its weekday, and its time if it has one."""
    moment = datetime.fromisoformat(text)
    day = formats.weekday(moment.date(), style.date_format)
    return f"{day}, {formats.clock_time(moment, style.time_format)}" if "T" in text else day


def venue_ids(changes: Changes) -> set[int]:
    """Return the IDs of the venues whose names the changes need."""
    return {value for value in changes.get("venueId", ()) if isinstance(value, int)}
