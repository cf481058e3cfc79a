"""Booking search: the stored search text and the conditions on it.

The text is stored rather than built for each search, so that both databases ignore case and accents by Unicode's rules,
and a search reads one column instead of a dozen.
"""

import re
from typing import Any

from sqlalchemy import ColumnElement, Text, and_, bindparam, or_
from sqlalchemy import event as sql_event
from sqlalchemy.sql.functions import GenericFunction

from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db.db import spelled
from marqueedesk.kit.text import search
from marqueedesk.kit.text.search import Group, Word
from marqueedesk.kit.text.text_forms import folded
from marqueedesk.rentals.lines import custom_colors

_SPACE = re.compile(r"\s+")


def text_of(booking: Booking) -> str:
    """Build a booking's search text: one line about the customer and one about the rental."""
    person = (
        booking.customer_name,
        booking.customer_email,
        booking.customer_phone,
        search.digits(booking.customer_phone or ""),
    )
    rental = (
        booking.message,
        *(custom_colors(booking.lines) if booking.stored_lines else ()),
        booking.size,
        booking.event_type,
        booking.venue_name,
        booking.venue_address,
        booking.notes,
        booking.operator_notes,
        # Also without spaces: "MR&MRS" matches "MR & MRS".
        _SPACE.sub("", booking.message),
    )
    lines = (" ".join([part or "" for part in parts]) for parts in (person, rental))
    return "\n".join(_SPACE.sub(" ", folded(line)).strip() for line in lines)


@sql_event.listens_for(Booking, "before_insert")
@sql_event.listens_for(Booking, "before_update")
def _keep_text(_mapper: object, _connection: object, booking: Booking) -> None:
    booking.search_text = text_of(booking)


@spelled(sqlite="(instr({0}) > 0)", postgresql="(strpos({0}) > 0)")
class has_text(GenericFunction[bool]):  # noqa: N801 - reads as SQL where it is used.
    """SQL function: true if the first text contains the second."""

    inherit_cache = True
    name = "has_text"


@spelled(sqlite="substr({0}, 1, instr({0}, char(10)))", postgresql="split_part({0}, chr(10), 1)")
class first_line(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """SQL function: the first line of a text."""

    inherit_cache = True
    name = "first_line"


def matches(q: str) -> list[ColumnElement[bool]]:
    """Return the search conditions: each word is contained in the text or is the booking's number."""
    return [_found(group, Booking.search_text, numbers=True) for group in search.read(q)]


def about_customer(q: str) -> list[ColumnElement[bool]]:
    """Return the conditions for a customer search: each word is in the name, email or phone number."""
    line = first_line(Booking.search_text)
    return [_found(group, line, numbers=False) for group in search.read(q)]


def _found(group: Group, column: Any, *, numbers: bool) -> ColumnElement[bool]:
    each = and_(*[_word_found(word, column, numbers=numbers) for word in group.words])
    return or_(each, _has(column, group.phone)) if group.phone else each


def _word_found(word: Word, column: Any, *, numbers: bool) -> ColumnElement[bool]:
    if numbers and word.only_number:
        return Booking.number == word.number
    ways = [_has(column, word.text)]
    # In phone numbers such as "(512)" and "+44", only digits count. Leading zeros are dropped ("020"), because a
    # country code replaces them.
    bare = (word.digits or "").lstrip("0")
    if bare and bare != word.text:
        ways.append(_has(column, bare))
    if numbers and word.number is not None:
        ways.append(Booking.number == word.number)
    return or_(*ways)


def _has(column: Any, text: str) -> ColumnElement[bool]:
    return has_text(column, bindparam(None, text, type_=Text()))
