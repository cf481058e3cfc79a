"""Alternatives for a rental that is short of letters: no accents, substituted letters, other finishes, other sizes by
line, a shorter wording, nearby dates. Pure functions: all candidates are checked against stock that was read once, and
priced as they would be booked.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Literal, TypedDict
from unicodedata import combining, normalize

from marqueedesk.availability.stock import Shortage, Stock
from marqueedesk.bookings.form_rules import looks_right
from marqueedesk.delivery.rules import DeliveryRules
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import counted
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.lines import TURNED, ItemLine, LettersLine, Line, Lines, letters_line, letters_lines
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.rental_request import RentalRequest

Kind = Literal["spelling", "turned", "finish", "mixed", "wording", "size", "dates"]
MOST_OFFERS: Final = 8
_MOST_OF_A_KIND: Final = 2
_OTHERS: Final = {"Ø": "O", "Ł": "L", "Đ": "D", "Æ": "AE", "Œ": "OE", "ß": "SS", "ẞ": "SS"}
"""Plain spelling of letters that don't decompose into a base letter and an accent."""


class OfferedLine(TypedDict, total=False):
    """A line of letters in the format of a booking request."""

    kind: Literal["letters"]
    text: str
    size: str
    finish: str
    colorOption: str
    addOns: dict[str, bool]
    turned: list[str]
    customColor: str


class OfferedItem(TypedDict):
    """A quantity of an item in the format of a booking request."""

    kind: Literal["item"]
    itemId: int
    quantity: int


class OfferedPackage(TypedDict):
    """A package in the format of a booking request."""

    kind: Literal["package"]
    packageId: int
    words: list[str]


class Offer(TypedDict):
    """A bookable rental that fits: send its lines and dates."""

    kind: Kind
    description: str
    lines: list[OfferedLine | OfferedItem | OfferedPackage]
    deliveryDate: str | None
    pickupDate: str | None
    total: float | int


@dataclass(frozen=True, slots=True)
class FitQuestion:
    """A rental that doesn't fit, with the options to try: sizes and finishes of the price list, and the business's
    rules.
    """

    request: RentalRequest
    stock: Stock
    prices: PriceList
    rules: DeliveryRules
    free_shifts: Callable[[], Iterator[timedelta]]
    """Shifts by which the rental would fit, nearest first."""


def pieces_to_read(request: RentalRequest, rules: DeliveryRules) -> list[Piece]:
    """Return the pieces whose stock has to be read to check the offers, besides the request's own."""
    pieces: list[Piece] = []
    for line in letters_lines(request.lines):
        wording = _shorter(line, rules)
        letters = (*line.letters, *(wording.letters if wording else ()))
        pieces += [Piece(line.size, letter) for letter in letters]
        pieces += [Piece(line.size, plain, line.finish) for letter in letters for plain in without_accent(letter)]
        pieces += [Piece(line.size, TURNED[letter]) for letter in letters if letter in TURNED]
    return pieces


def offers(question: FitQuestion, price: Callable[[RentalRequest], PricedRental]) -> list[Offer]:
    """Return up to `MOST_OFFERS` rentals that fit, smallest change first. ``price`` prices a changed request.

    Packages and items stay unchanged. Only options on the price list are offered.
    """
    request, days = question.request, question.request.when
    fitting: list[Offer] = []
    seen: set[Lines] = {request.lines}
    for kind, description, lines in _candidates(question):
        if lines in seen or sum(offer["kind"] == kind for offer in fitting) >= _MOST_OF_A_KIND:
            continue
        seen.add(lines)
        changed = replace(request, lines=lines, by_line=True)
        if not question.stock.fits(changed.needs, days.first, days.last):
            continue
        try:
            rental = price(changed)
        except Invalid:
            continue
        fitting.append(_offer(kind, description, rental, question.prices, timedelta(0)))
    moved = None
    for by in question.free_shifts():
        if moved is None:
            moved = price(request)
        fitting.append(_offer("dates", _days_apart(by), moved, question.prices, by))
        if sum(offer["kind"] == "dates" for offer in fitting) >= _MOST_OF_A_KIND:
            break
    return fitting[:MOST_OFFERS]


def _candidates(question: FitQuestion) -> Iterator[tuple[Kind, str, Lines]]:
    request, days = question.request, question.request.when
    plain = without_accents(request.lines, question.stock.shortages(request.needs, days.first, days.last))
    if plain is not None:
        yield "spelling", _texts(plain), plain
    turned = _turned(question)
    if turned is not None:
        yield turned
    for at, line in _own_letters(request.lines):
        for finish in _other_finishes(line, question.prices):
            label = next((row.label for row in question.prices.finishes if row.code == finish), finish)
            stored = question.prices.stored_finish(finish)
            if stored is not None:
                yield "finish", f"“{line.text}” in {label}", _with(request.lines, at, replace(line, finish=stored))
    own = _own_letters(request.lines)
    for at, line in own:
        for size in _other_sizes(line, question.prices):
            name = question.prices.size_name(size)
            if len(own) > 1:
                yield "mixed", f"“{line.text}” in {name}", _with(request.lines, at, replace(line, size=size))
            for first, second in _split(line):
                for parts in ((first, replace(second, size=size)), (replace(first, size=size), second)):
                    smaller = next(part for part in parts if part.size == size)
                    yield "mixed", f"“{smaller.text}” in {name}", _with(request.lines, at, *parts)
    for at, line in own:
        shorter = _shorter(line, question.rules)
        if shorter is not None:
            yield "wording", f"“{shorter.text}”", _with(request.lines, at, shorter)
    if own:
        for row in question.prices.sizes:
            lines = tuple(
                [replace(line, size=row.code) if isinstance(line, LettersLine) else line for line in request.lines]
            )
            yield "size", f"All letters in {row.label}", lines


def spelling_offer(lines: Lines, rental: PricedRental, prices: PriceList) -> Offer:
    """Return the rental with unaccented letters as a bookable offer. Missing dates stay empty."""
    return _offer("spelling", _texts(lines), rental, prices, timedelta(0))


def without_accents(lines: Lines, short: Iterable[Shortage]) -> Lines | None:
    """Return the lines with accents removed from the letters that are short; None if none of those has an accent."""
    lacking = {row.piece for row in short}
    plain_lines = list(lines)
    for at, line in _own_letters(lines):
        text = "".join(
            [
                without_accent(letter) if Piece(line.size, _upper(letter), line.finish) in lacking else letter
                for letter in normalize("NFC", line.text)
            ]
        )
        plain = None if text == line.text else _same(line, text)
        if plain is not None:
            plain_lines[at] = plain
    return None if tuple(plain_lines) == lines else tuple(plain_lines)


def without_accent(letter: str) -> str:
    """Return a letter without its accents; unchanged if it has none."""
    return _OTHERS.get(_upper(letter)) or "".join([part for part in normalize("NFD", letter) if not combining(part)])


def _upper(letter: str) -> str:
    """Return a letter as in the inventory: uppercase, but ß unchanged (L1)."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter


def _texts(lines: Lines) -> str:
    return ", ".join(f"“{line.text}”" for _, line in _own_letters(lines))


def _turned(question: FitQuestion) -> tuple[Kind, str, Lines] | None:
    """Return the lines with letters that are short replaced by rotated look-alikes."""
    request, days = question.request, question.request.when
    lines, descriptions = list(request.lines), list[str]()
    for short in question.stock.shortages(request.needs, days.first, days.last):
        piece, missing = short.piece, short.needed - short.free
        other = TURNED.get(piece.letter)
        if other is None or not looks_right(question.rules, piece.letter, piece.size):
            return None
        descriptions.append(f"{counted(missing, piece.letter)} made from {other}")
        for at, line in _own_letters(lines):
            if (line.size, line.finish) != (piece.size, piece.finish):
                continue
            count = min(missing, line.needed.get(piece.letter, 0))
            lines[at] = replace(line, turned=tuple(sorted((*line.turned, *[piece.letter] * count))))
            missing -= count
        if missing:
            return None
    return ("turned", ", ".join(descriptions), tuple(lines)) if descriptions else None


def _own_letters(lines: Iterable[Line]) -> list[tuple[int, LettersLine]]:
    return [(at, line) for at, line in enumerate(lines) if isinstance(line, LettersLine)]


def _with(lines: Lines, at: int, *parts: Line) -> Lines:
    return (*lines[:at], *parts, *lines[at + 1 :])


def _other_sizes(line: LettersLine, prices: PriceList) -> list[str]:
    return [row.code for row in prices.sizes if row.code != line.size]


def _other_finishes(line: LettersLine, prices: PriceList) -> list[str]:
    own = line.finish or prices.usual_finish
    return [row.code for row in prices.finishes if row.code != own]


def _split(line: LettersLine) -> Iterator[tuple[LettersLine, LettersLine]]:
    """Yield the line split in two at each of its spaces."""
    words = line.text.split()
    for at in range(1, len(words)):
        first, second = _same(line, " ".join(words[:at])), _same(line, " ".join(words[at:]))
        if first is not None and second is not None:
            yield first, second


def _shorter(line: LettersLine, rules: DeliveryRules) -> LettersLine | None:
    """Return the line with the business's shorter wording, if any."""
    text = _plain(line.text)
    short = next((row.short for row in rules.shorter_wordings if _plain(row.long) == text), None)
    return _same(line, short) if short else None


def _plain(text: str) -> str:
    return " ".join(text.upper().split())


def _same(line: LettersLine, text: str) -> LettersLine | None:
    """Return a copy of the line with another text, or None if that text has no letters."""
    with suppress(Invalid):
        return letters_line(
            text,
            size=line.size,
            color=line.color,
            add_ons=line.add_ons,
            finish=line.finish,
            custom_color=line.custom_color,
        )
    return None


def _days_apart(by: timedelta) -> str:
    return f"{counted(abs(by.days), 'day')} {'later' if by.days > 0 else 'earlier'}"


def _offer(kind: Kind, description: str, rental: PricedRental, prices: PriceList, by: timedelta) -> Offer:
    days = rental.request.days
    return {
        "kind": kind,
        "description": description,
        "lines": [_line(line, prices) for line in rental.request.lines],
        "deliveryDate": (days.delivery.day + by).isoformat() if days else None,
        "pickupDate": (days.pickup.day + by).isoformat() if days else None,
        "total": units(rental.breakdown.total_cents),
    }


def _line(line: Line, prices: PriceList) -> OfferedLine | OfferedItem | OfferedPackage:
    """Return a line in the format of a booking request."""
    if isinstance(line, LettersLine):
        sent: OfferedLine = {
            "kind": "letters",
            "text": line.text,
            "size": line.size,
            "finish": line.finish or prices.usual_finish,
            "colorOption": line.color,
            "addOns": dict.fromkeys(line.add_ons, True),
        }
        if line.turned:
            sent["turned"] = list(line.turned)
        if line.custom_color:
            sent["customColor"] = line.custom_color
        return sent
    if isinstance(line, ItemLine):
        return {"kind": "item", "itemId": line.item_id, "quantity": line.quantity}
    return {"kind": "package", "packageId": line.package_id, "words": list(line.words)}
