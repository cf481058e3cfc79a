"""Plain values of rows."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from sqlalchemy.orm import object_session

from marqueedesk.bookings.models import Booking
from marqueedesk.inventory.models import Package
from marqueedesk.kit.db.detached_copy import attribute_names, from_columns, from_row, snapshot_of, stored_value


@dataclass(frozen=True)
class Kept:
    id: int
    name: str
    cents: int = 0


def test_a_snapshot_has_what_its_row_had():
    row = SimpleNamespace(id=7, name="Ada", cents=500, other="left out")
    kept = snapshot_of(Kept, row)
    row.name = "Grace"
    assert kept == Kept(7, "Ada", 500)


def test_a_field_that_is_given_is_not_taken_from_the_row():
    assert snapshot_of(Kept, SimpleNamespace(id=7), name="Grace", cents=1) == Kept(7, "Grace", 1)


def test_a_row_without_an_attribute_makes_no_snapshot():
    with pytest.raises(AttributeError):
        snapshot_of(Kept, SimpleNamespace(id=7, name="Ada"))


def test_a_stored_value_takes_the_entries_of_its_own_names():
    assert stored_value(Kept, {"id": 7, "name": "Ada", "cents": 250, "secret": "kept"}) == Kept(7, "Ada", 250)


def test_what_is_given_comes_before_what_is_stored():
    assert stored_value(Kept, {"id": 7, "cents": 250}, name="Grace", cents=1) == Kept(7, "Grace", 1)


def test_object_of_columns_answers_to_attribute_names():
    booking = from_columns(Booking, {"number": 7, "lines": None, "message": "LOVE", "size": "4ft"})
    assert (booking.number, booking.stored_lines, booking.letters) == (7, None, list("LOVE"))


def test_column_left_out_is_none():
    assert from_columns(Booking, {"number": 7}).notes is None


def test_object_of_columns_belongs_to_no_session():
    assert object_session(from_columns(Booking, {"id": 1})) is None


def test_unknown_column_makes_no_object():
    with pytest.raises(KeyError):
        from_columns(Booking, {"color_of_the_van": "red"})


def test_object_of_a_row_has_its_values_in_column_order():
    assert from_row(Package, range(100)).id == list(Package.__table__.c.keys()).index("id")


def test_attribute_names_cover_every_column():
    assert list(attribute_names(Booking)) == [column.name for column in Booking.__table__.c]
