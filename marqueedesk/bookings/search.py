"""Finding bookings by what is known of them: the text that is kept with each, and the conditions that look into it.

The text is kept rather than put together by the database at each search: it is without case and accents by Unicode's
rules on both databases, and one column is read in place of a dozen.
"""

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Text, and_, bindparam, or_
from sqlalchemy import event as sql_event
from sqlalchemy.sql.functions import GenericFunction

from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db.db import spelled
from marqueedesk.kit.text import search
from marqueedesk.kit.text.search import Group, Word
from marqueedesk.kit.text.text_forms import folded

_PERSON = ("customer_name", "customer_email", "customer_phone")
_RENTAL = ("message", "size", "event_type", "venue_name", "venue_address", "notes", "operator_notes")
_SPACE = re.compile(r"\s+")


def text_of(row: Mapping[str, Any]) -> str:
    """The text by which a booking is found, out of its columns: a line about the customer, a line about the rental."""
    person = [row.get(name) or "" for name in _PERSON] + [search.digits(row.get("customer_phone") or "")]
    # Once more without its spaces: "MR&MRS" finds "MR & MRS".
    rental = [row.get(name) or "" for name in _RENTAL] + [_SPACE.sub("", row.get("message") or "")]
    return "\n".join(_SPACE.sub(" ", folded(" ".join(parts))).strip() for parts in (person, rental))


@sql_event.listens_for(Booking, "before_insert")
@sql_event.listens_for(Booking, "before_update")
def _keep_text(_mapper: object, _connection: object, booking: Booking) -> None:
    booking.search_text = text_of({name: getattr(booking, name) for name in _PERSON + _RENTAL})


@spelled(sqlite="(instr({0}) > 0)", postgresql="(strpos({0}) > 0)")
class has_text(GenericFunction[bool]):  # noqa: N801 - reads as SQL where it is used.
    """The second text is somewhere in the first, letter for letter."""

    inherit_cache = True
    name = "has_text"


@spelled(sqlite="substr({0}, 1, instr({0}, char(10)))", postgresql="split_part({0}, chr(10), 1)")
class first_line(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """The first line of a text that has two."""

    inherit_cache = True
    name = "first_line"


def matches(q: str) -> list[ColumnElement[bool]]:
    """The conditions under which a booking is found by a search: every word is somewhere in it, or is its number."""
    return [_found(group, Booking.search_text, numbers=True) for group in search.read(q)]


def about_customer(q: str) -> list[ColumnElement[bool]]:
    """The conditions under which a booking's customer is found: every word is in the name, the email or the phone."""
    line = first_line(Booking.search_text)
    return [_found(group, line, numbers=False) for group in search.read(q)]


def _found(group: Group, column: Any, *, numbers: bool) -> ColumnElement[bool]:
    each = and_(*[_word_found(word, column, numbers=numbers) for word in group.words])
    return or_(each, _has(column, group.phone)) if group.phone else each


def _word_found(word: Word, column: Any, *, numbers: bool) -> ColumnElement[bool]:
    if numbers and word.only_number:
        return Booking.number == word.number
    ways = [_has(column, word.text)]
    # Of "(512)" and "+44" the digits count, and of "020" those after the zero that a country's prefix replaces.
    bare = (word.digits or "").lstrip("0")
    if bare and bare != word.text:
        ways.append(_has(column, bare))
    if numbers and word.number is not None:
        ways.append(Booking.number == word.number)
    return or_(*ways)


def _has(column: Any, text: str) -> ColumnElement[bool]:
    return has_text(column, bindparam(None, text, type_=Text()))
