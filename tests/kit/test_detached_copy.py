"""Copies of rows that aren't attached to a session."""

import subprocess
import sys
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


def test_snapshot_keeps_the_original_row_values():
    row = SimpleNamespace(id=7, name="Ada", cents=500, other="left out")
    kept = snapshot_of(Kept, row)
    row.name = "Grace"
    assert kept == Kept(7, "Ada", 500)


def test_explicit_field_overrides_the_row():
    assert snapshot_of(Kept, SimpleNamespace(id=7), name="Grace", cents=1) == Kept(7, "Grace", 1)


def test_snapshot_of_a_row_missing_an_attribute_raises():
    with pytest.raises(AttributeError):
        snapshot_of(Kept, SimpleNamespace(id=7, name="Ada"))


def test_stored_value_ignores_unknown_entries():
    assert stored_value(Kept, {"id": 7, "name": "Ada", "cents": 250, "secret": "kept"}) == Kept(7, "Ada", 250)


def test_explicit_value_overrides_the_stored_one():
    assert stored_value(Kept, {"id": 7, "cents": 250}, name="Grace", cents=1) == Kept(7, "Grace", 1)


def test_from_columns_maps_column_names_to_attributes():
    booking = from_columns(Booking, {"number": 7, "lines": None, "message": "LOVE", "size": "4ft"})
    assert (booking.number, booking.stored_lines, booking.letters) == (7, None, list("LOVE"))


def test_omitted_column_is_none():
    assert from_columns(Booking, {"number": 7}).notes is None


def test_from_columns_object_is_detached():
    assert object_session(from_columns(Booking, {"id": 1})) is None


def test_from_columns_rejects_an_unknown_column():
    with pytest.raises(KeyError):
        from_columns(Booking, {"color_of_the_van": "red"})


def test_from_row_assigns_values_in_column_order():
    assert from_row(Package, range(100)).id == list(Package.__table__.c.keys()).index("id")


def test_attribute_names_cover_every_column():
    assert list(attribute_names(Booking)) == [column.name for column in Booking.__table__.c]


def test_copy_can_be_read_before_anything_else_used_the_orm():
    # As in a migration, which is the first to use the models of its process.
    code = """
import marqueedesk.tables
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db.detached_copy import from_columns
print(from_columns(Booking, {"message": "LOVE"}).message)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("LOVE\n", "")
