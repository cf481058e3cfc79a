"""Errors when letters aren't available."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NotRequired, TypedDict

from marqueedesk.availability.stock import Shortage
from marqueedesk.inventory.pieces import NO_NAMES, PieceLabels
from marqueedesk.kit.errors import Conflict
from marqueedesk.kit.text import formats
from marqueedesk.kit.text.formats import USUAL_DATE_FORMAT


class NotEnoughLetters(Conflict):
    """The letters aren't available on those days. Operators also see how many are available (L6)."""

    code = "not_enough_letters"

    def __init__(
        self,
        shortages: list[Shortage],
        *,
        for_operator: bool,
        names: PieceLabels = NO_NAMES,
        date_format: str = USUAL_DATE_FORMAT,
    ) -> None:
        self.shortages = shortages
        super().__init__(
            shortage_sentence(shortages, for_operator=for_operator, names=names, date_format=date_format),
            shortages=[wire_shortage(row, for_operator=for_operator, names=names) for row in shortages],
        )


class TooManyOut(Conflict):
    """More pieces would be out of service on a day than exist."""

    code = "too_many_out"

    def __init__(self, out: int, quantity: int, day: date, date_format: str) -> None:
        sentence = (
            f"{out} would be out of service on {formats.day(day, date_format)}, but there "
            f"{'is only' if quantity == 1 else 'are only'} {quantity}."
        )
        super().__init__(sentence, fields={"count": sentence}, day=day.isoformat())


class InUseByBookings(Conflict):
    """Upcoming bookings or repairs need this letter or venue. Lists the bookings (L8, B5)."""

    def __init__(
        self,
        message: str,
        bookings: Sequence["BlockingBooking"],
        *,
        repairs: Sequence[Mapping[str, object]] | None = None,
        fields: dict[str, str] | None = None,
    ) -> None:
        if repairs:
            super().__init__(message, fields=fields, bookings=bookings, repairs=repairs)
        else:
            super().__init__(message, fields=fields, bookings=bookings)


class ShortageWire(TypedDict):
    """A shortage of a letter or item, as in responses."""

    letter: NotRequired[str]
    size: NotRequired[str]
    finish: NotRequired[str]
    itemId: NotRequired[int]
    name: NotRequired[str]
    needed: int
    day: NotRequired[str]
    free: NotRequired[int]


def wire_shortage(shortage: Shortage, *, for_operator: bool, names: PieceLabels = NO_NAMES) -> ShortageWire:
    """Serialize a shortage. Only operators see the available number (L6)."""
    piece = shortage.piece
    item_id = piece.item_id
    wire: ShortageWire = {"needed": shortage.needed}
    if item_id is None:
        wire["letter"], wire["size"], wire["finish"] = piece.letter, piece.size, names.finish(piece)
    else:
        wire["itemId"], wire["name"] = item_id, names.item(item_id)
    if shortage.day is not None:
        wire["day"] = shortage.day.isoformat()
    if for_operator:
        wire["free"] = shortage.free
    return wire


class BlockingBooking(TypedDict):
    """A booking that prevents an action, as listed in the error."""

    id: int
    number: int
    customerName: str
    deliveryDate: str


def shortage_sentence(
    shortages: Iterable[Shortage],
    *,
    for_operator: bool,
    names: PieceLabels = NO_NAMES,
    date_format: str = USUAL_DATE_FORMAT,
) -> str:
    """Describe the missing pieces and the first day they are short; for operators, with the available number.

    "Not enough P and Q on June 1, 2027." for visitors, "Only 1 P and no Q are available on June 1, 2027." for operators
    (L6).
    """
    rows = list(shortages)
    day = min((row.day for row in rows if row.day is not None), default=None)
    when = f" on {formats.day(day, date_format)}" if day is not None else ""
    called = names.of(row.piece for row in rows)
    if not for_operator:
        return f"Not enough {join([_of_digit(name) for name in called])}{when}."
    free = join(
        [
            f"only {row.free} {_of_digit(name)}" if row.free else f"no {'digit ' if _is_digit(name) else ''}{name}"
            for row, name in zip(rows, called, strict=True)
        ]
    )
    verb = "is" if len(rows) == 1 and rows[0].free <= 1 else "are"
    return f"{free[0].upper()}{free[1:]} {verb} available{when}."


def _is_digit(name: str) -> bool:
    return name.split(" ", 1)[0].isdigit()


def _of_digit(name: str) -> str:
    """Return a piece's name after a number: "1 of the digit 2" instead of "1 2"."""
    return f"of the digit {name}" if _is_digit(name) else name


def taken_sentence(letter: str, most: int, day: date, quantity: int, *, date_format: str, what: str = "taken") -> str:
    """Describe how many of a letter are taken, the first day that happens, and how many would be left.

    ``what`` is the reason: "taken" by bookings, "held for quotes", or "in repair".
    """
    verb = "is" if most == 1 else "are"
    rest = "and none would be left" if quantity == 0 else f"{most - quantity} more than the {quantity} you would own"
    return f"{most} × {letter} {verb} {what} on {formats.day(day, date_format)}, {rest}."


def join(words: list[str]) -> str:
    """Join words as a list in a sentence: A, B and C."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
