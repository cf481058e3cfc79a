"""Spare letters: stock minus the peak demand."""

from datetime import date, timedelta

import pytest
import time_machine

from marqueedesk.inventory.pieces import Piece
from marqueedesk.reports.replay import RentalRequested
from marqueedesk.reports.spare import spare_pieces
from tests.support.api import Api, ok_json

E, L = Piece("4ft", "E"), Piece("4ft", "L")
JUNE = date(2027, 6, 1)


def asked(first: int, last: int, **needs: int) -> RentalRequested:
    """Build a rental in June from days of the month, with letters in 4 ft."""
    pieces = {Piece("4ft", letter): count for letter, count in needs.items()}
    return RentalRequested(pieces, JUNE.replace(day=first), JUNE.replace(day=last), 100_00)


@pytest.mark.parametrize(
    "rentals, spare",
    [
        ([], {E: 5, L: 2}),
        ([asked(1, 3, E=2)], {E: 3, L: 2}),
        # They overlap on June 3.
        ([asked(1, 3, E=2), asked(3, 5, E=2)], {E: 1, L: 2}),
        ([asked(1, 3, E=2), asked(4, 5, E=2)], {E: 3, L: 2}),
        # A refused rental counts too, even if it needs more than is owned.
        ([asked(1, 1, E=5, L=3)], {}),
        ([asked(1, 9, E=1), asked(2, 2, E=1), asked(4, 8, E=1), asked(8, 8, E=1, L=2)], {E: 2}),
    ],
)
def test_spare_is_stock_minus_peak_demand(rentals: list[RentalRequested], spare: dict[Piece, int]):
    assert spare_pieces({E: 5, L: 2}, rentals) == spare


def test_spare_letters_require_a_year_of_history(operator: Api, present: time_machine.Traveller):
    operator.add_letters({"L": 2, "O": 1, "V": 1, "E": 3, "Q": 1})
    (row,) = [row for row in ok_json(operator.get("/api/inventory")) if row["letter"] == "E"]
    ok_json(operator.patch(f"/api/inventory/{row['id']}", json={"cost": 80}))
    operator.book(message="LOVE", deliveryDate="2026-12-01", pickupDate="2026-12-02", asRequest=False)
    early = ok_json(operator.get("/api/reports/spare-letters"))
    assert (early["enough"], early["letters"], early["requests"]) == (False, [], 1)

    present.shift(timedelta(days=380))
    operator.login(operator.user["email"])
    found = ok_json(operator.get("/api/reports/spare-letters"))

    assert (found["since"], found["enough"]) == ("2026-12-01", True)
    assert {row["letter"]: (row["owned"], row["spare"], row["cost"]) for row in found["letters"]} == {
        "E": (3, 2, 80),
        "L": (2, 1, None),
        "Q": (1, 1, None),
    }
