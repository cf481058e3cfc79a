"""Serialize rental lines, each with its own total."""

from collections.abc import Iterable, Sequence

from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import counted
from marqueedesk.pricing.agreed_price import AgreedPrice
from marqueedesk.pricing.price_list import DEFAULT_COLOR, PriceList, height_in, rate
from marqueedesk.rentals.line_schemas import (
    AnyLineOut,
    ItemLineOut,
    LetterExceptionOut,
    LettersLineOut,
    PackageLineOut,
    RentedOut,
    StandingExceptionOut,
    StandingTextOut,
)
from marqueedesk.rentals.lines import TURNED, ItemLine, LettersLine, Line, PackageLine, letters_lines


def serialize_add_ons(prices: PriceList, chosen: Iterable[str]) -> dict[str, bool]:
    """Serialize add-ons: all that are offered, and chosen ones that no longer are."""
    return {row.code: False for row in prices.add_ons} | dict.fromkeys(chosen, True)


def serialize_lines(lines: Sequence[Line], price: AgreedPrice, prices: PriceList) -> list[AnyLineOut]:
    """Serialize lines with their totals in currency units, for the number of days in ``price``."""
    shown = lines_without_price(lines, prices)
    for line, cents in zip(shown, line_cents(lines, price), strict=True):
        line.price = units(cents)
    return shown


def lines_without_price(lines: Sequence[Line], prices: PriceList) -> list[AnyLineOut]:
    """Serialize lines without totals, for staff and for rentals whose prices are unknown."""
    return [_package(line, prices) if isinstance(line, PackageLine) else _part(line, prices) for line in lines]


def _part(line: LettersLine | ItemLine, prices: PriceList) -> LettersLineOut | ItemLineOut:
    if isinstance(line, ItemLine):
        return ItemLineOut(kind="item", item_id=line.item_id, name=line.name, quantity=line.quantity)
    shown = LettersLineOut(
        kind="letters",
        text=line.text,
        size=line.size,
        finish=line.finish or prices.usual_finish,
        color_option=line.color,
        add_ons=serialize_add_ons(prices, line.add_ons),
        letter_count=len(line.letters),
    )
    if line.turned:
        shown.turned = list(line.turned)
    if line.exceptions:
        shown.exceptions = [
            LetterExceptionOut(index=index, finish=finish or prices.usual_finish) for index, finish in line.exceptions
        ]
    if line.custom_color:
        shown.custom_color = line.custom_color
    return shown


def _package(line: PackageLine, prices: PriceList) -> PackageLineOut:
    return PackageLineOut(
        kind="package",
        package_id=line.package_id,
        name=line.name,
        words=list(line.words),
        lines=[_part(part, prices) for part in line.parts],
        letter_count=sum([len(part.letters) for part in letters_lines([line])]),
    )


def line_cents(lines: Sequence[Line], price: AgreedPrice) -> list[int]:
    """Return the total of each line in cents, for the number of days in ``price``."""
    figures = price.breakdown
    if price.order is None:
        # Prices from before rates were stored always have a single line of letters.
        return [figures.base_cents + figures.color_cents + figures.add_ons_cents] * len(lines[:1])
    charge = price.order.charge
    return [rates.total_cents(charge, figures.days) for rates in price.lines]


def line_texts(lines: Sequence[Line], price: AgreedPrice, prices: PriceList) -> list[tuple[str, int]]:
    """Return lines for documents, each with its total in cents: "MR & MRS, 6 letters in 4ft, 2 days".

    A line priced per booking has no days.
    """
    days = counted(price.breakdown.days, "day")
    return [
        (_text(line, prices) if _is_for_the_event(line) else f"{_text(line, prices)}, {days}", cents)
        for line, cents in zip(lines, line_cents(lines, price), strict=True)
    ]


def _is_for_the_event(line: Line) -> bool:
    """Return true if the line's price is per booking rather than per day."""
    if isinstance(line, ItemLine):
        return line.per == "event"
    return isinstance(line, PackageLine) and line.cents is not None


def _text(line: Line, prices: PriceList) -> str:
    if isinstance(line, ItemLine):
        return f"{line.quantity} × {line.name}"
    if not isinstance(line, LettersLine):
        return f"{line.name} ({', '.join(line.words)})" if line.words else line.name
    # Quotes store and compare these texts, so the default finish has to stay out of them.
    chosen = finish_label(line, prices) if line.finish else None
    return ", ".join([line.text, *_letters_details(line, prices, chosen)])


def _letters_details(line: LettersLine, prices: PriceList, finish: str | None) -> list[str]:
    """Return the details of letters other than their text: "6 letters in 4ft", "Cool White", "Red", "Floor Stand"."""
    details = [f"{counted(len(line.letters), 'letter')} in {size_label(line, prices)}"]
    details += [finish] if finish else []
    if line.color != DEFAULT_COLOR:
        details.append(color_label(line, prices))
    details += [
        f"{counted(line.turned.count(letter), letter)} from {TURNED[letter]}" for letter in dict.fromkeys(line.turned)
    ]
    details += [f"{line.letters[index]} in {prices.finish_name(finish)}" for index, finish in line.exceptions]
    return details + [row.label if (row := rate(prices.add_ons, code)) else code for code in line.add_ons]


def details_of(line: Line, prices: PriceList) -> str:
    """Describe a line with all of its options, including the finish if there is a choice."""
    if isinstance(line, LettersLine):
        return ", ".join([line.text, *_letters_details(line, prices, finish_label(line, prices))])
    return _text(line, prices)


def color_label(line: LettersLine, prices: PriceList) -> str:
    """Return the name of a line's color on the price list, with the color that the customer entered."""
    color = rate(prices.colors, line.color)
    return with_custom_color(color.label if color else line.color, line.custom_color)


def with_custom_color(label: str, custom_color: str) -> str:
    """Add the color that the customer entered to the name of a color option: "Custom (sage green)"."""
    return f"{label} ({custom_color})" if custom_color else label


def size_label(line: LettersLine, prices: PriceList) -> str:
    """Return the name of a line's size on the price list."""
    return prices.size_name(line.size)


def finish_label(line: LettersLine, prices: PriceList) -> str | None:
    """Return the name of a line's finish on the price list; None for the default one if it is the only one."""
    code = line.finish or (prices.usual_finish if len(prices.finishes) > 1 else None)
    return next((row.label for row in prices.finishes if row.code == code), None)


def serialize_rented(lines: Sequence[Line], prices: PriceList) -> list[RentedOut]:
    """Serialize the rented lines: text and details, with the names on the price list."""
    return [_rented(line, prices) for line in lines]


def _rented(line: Line, prices: PriceList) -> RentedOut:
    if isinstance(line, LettersLine):
        finish = finish_label(line, prices)
        return RentedOut(text=line.text, detail=", ".join(_letters_details(line, prices, finish)), finish=finish)
    if isinstance(line, ItemLine):
        return RentedOut(text=_text(line, prices), detail=None, finish=None)
    return RentedOut(text=line.name, detail="; ".join(_text(part, prices) for part in line.parts), finish=None)


def serialize_sign(lines: Sequence[Line], prices: PriceList) -> list[StandingTextOut]:
    """Serialize the texts of a rental's letters and how they look: height, color (#rrggbb, if any) and finish,
    including the default one, and letters in another finish.
    """
    labels = {row.code: row.label for row in prices.finishes}
    return [
        StandingTextOut(
            text=line.text,
            size=size_label(line, prices),
            height_inches=height_in(prices, line.size),
            color=next((color.swatch for color in prices.colors if color.code == line.color), None),
            finish=labels.get(line.finish or prices.usual_finish, ""),
            exceptions=[
                StandingExceptionOut(index=index, finish=labels.get(finish or prices.usual_finish, ""))
                for index, finish in line.exceptions
            ],
        )
        for line in letters_lines(lines)
    ]
