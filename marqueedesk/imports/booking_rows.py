"""Rows of a file of bookings as typed values. Pure functions."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, ClassVar, Final, TypeVar

import orjson
from pydantic import ValidationError

from marqueedesk.accounts.rules_schemas import LONGEST_EVENT_TYPE
from marqueedesk.availability.days import Moment
from marqueedesk.imports.cells import UnreadableCell, read_amount, read_moment
from marqueedesk.kit.http.schemas import (
    AtMost,
    OptionalBlock,
    OptionalEmail,
    OptionalPhone,
    OptionalPlace,
    OptionalText,
    RequestModel,
    RequiredText,
    sentences_of,
)
from marqueedesk.kit.text.csv_reading import shortened
from marqueedesk.kit.text.text_forms import folded, name_key
from marqueedesk.venues.address import Address

TextsT = TypeVar("TextsT", bound=RequestModel)
_CANCELED: Final = frozenset({"canceled", "cancelled", "storniert", "abgesagt"})
_TAKEN_WORDS: Final = (
    "confirmed completed complete done paid booked active closed delivered returned bestatigt gebucht abgeschlossen "
    "erledigt bezahlt"
)
_TAKEN: Final = frozenset(_TAKEN_WORDS.split())


class BookingTexts(RequestModel):
    """The texts of a row, with the limits of a booking."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "message": {"*": "Text is required", "string_too_long": "Text can have at most {max_length} characters"},
    }

    customer_name: Annotated[RequiredText, AtMost(200)]
    customer_email: OptionalEmail = None
    customer_phone: Annotated[OptionalPhone, AtMost(50)] = None
    message: Annotated[RequiredText, AtMost(500)]
    event_type: Annotated[OptionalText, AtMost(LONGEST_EVENT_TYPE)] = None
    venue_name: Annotated[OptionalText, AtMost(200)] = None
    street: Annotated[OptionalText, AtMost(200)] = None
    city: Annotated[OptionalPlace, AtMost(100)] = None
    state: Annotated[OptionalPlace, AtMost(60)] = None
    zip_code: Annotated[OptionalText, AtMost(20)] = None
    country: Annotated[OptionalText, AtMost(60)] = None
    operator_notes: Annotated[OptionalBlock, AtMost(5000)] = None
    reference: Annotated[OptionalText, AtMost(100)] = None

    @property
    def address(self) -> Address | None:
        """Return the row's address; None without one."""
        if not any((self.street, self.city, self.state, self.zip_code)):
            return None
        return Address(self.street or "", self.city or "", self.state, self.zip_code, self.country)


@dataclass(frozen=True, slots=True)
class BookingRow:
    """A row of a file of bookings. Size, finish and color are as written, and looked up later."""

    line: int
    texts: BookingTexts
    delivery: Moment
    pickup: Moment
    size: str
    finish: str
    color: str
    total_cents: int | None
    is_canceled: bool

    @property
    def fingerprint(self) -> str:
        """Return a digest of the row's values that doesn't depend on the order of columns, case or spelling of
        dates.
        """
        texts = self.texts.model_dump()
        values = {
            **{name: folded(value).strip() for name, value in texts.items() if value},
            "days": [str(part) for moment in (self.delivery, self.pickup) for part in (moment.day, moment.time)],
            "size": name_key(self.size),
            "finish": name_key(self.finish),
            "color": name_key(self.color),
            "total": self.total_cents,
            "canceled": self.is_canceled,
        }
        return sha256(orjson.dumps(values, option=orjson.OPT_SORT_KEYS)).hexdigest()


def read_row(line: int, cells: Mapping[str, str], date_format: str) -> BookingRow:
    """Parse a row's cells. An empty pickup day is the delivery day. Raises UnreadableCell."""
    texts = read_texts(BookingTexts, with_whole_name(cells, "customerName"))
    if not cells.get("deliveryDate"):
        raise UnreadableCell("Delivery date is required")
    delivery = read_moment("Delivery date", cells["deliveryDate"], cells.get("deliveryTime", ""), date_format)
    pickup_text = cells.get("pickupDate", "")
    pickup_clock = cells.get("pickupTime", "")
    if pickup_text:
        pickup = read_moment("Pickup date", pickup_text, pickup_clock, date_format)
    else:
        pickup = read_moment("Pickup time", delivery.day.isoformat(), pickup_clock, date_format)
    total = cells.get("totalPrice", "")
    return BookingRow(
        line,
        texts,
        delivery,
        pickup,
        cells.get("size", ""),
        cells.get("finish", ""),
        cells.get("colorOption", ""),
        read_amount("Total", total) if total else None,
        _is_canceled(cells.get("status", "")),
    )


def with_whole_name(cells: Mapping[str, str], field: str) -> dict[str, str]:
    """Return the cells with first and last name joined, unless the file has the whole name."""
    whole = cells.get(field) or " ".join(filter(None, (cells.get("firstName"), cells.get("lastName"))))
    return {**cells, field: whole}


def read_texts(model: type[TextsT], cells: Mapping[str, object]) -> TextsT:
    """Validate the texts and numbers of a row. Raises UnreadableCell with the first error."""
    try:
        return model.model_validate({name: cell for name, cell in cells.items() if cell not in {"", None}})
    except ValidationError as problem:
        sentences = sentences_of(problem.errors(include_url=False), model.sentences)
        raise UnreadableCell(next(iter(sentences.values()))) from None


def _is_canceled(status: str) -> bool:
    word = folded(status).strip()
    if word in _CANCELED:
        return True
    if word and word not in _TAKEN:
        raise UnreadableCell(
            f"Status “{shortened(status)}” can't be imported. Only confirmed, completed and canceled bookings can"
        )
    return False
