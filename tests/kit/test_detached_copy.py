"""Plain values of rows."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from marqueedesk.kit.db.detached_copy import snapshot_of, stored_value


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
