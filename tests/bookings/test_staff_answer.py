"""A booking as staff see it: everything but amounts, which are added for users who may see money."""

import pytest
from pydantic import BaseModel

from marqueedesk.bookings.schemas import (
    BookingOut,
    BookingWithHistory,
    CrewBookingOut,
    CrewBookingWithHistory,
    VisitorBookingOut,
    WorkOut,
)

OF_MONEY = set(VisitorBookingOut.model_fields) - set(WorkOut.model_fields)


@pytest.mark.parametrize(
    "staff, everybody", [(CrewBookingOut, BookingOut), (CrewBookingWithHistory, BookingWithHistory)]
)
def test_staff_see_everything_but_amounts(staff: type[BaseModel], everybody: type[BaseModel]):
    hidden = set(everybody.model_fields) - set(staff.model_fields)

    assert "total_price" in OF_MONEY
    assert hidden == OF_MONEY | {
        "card_on_file",
        "hold",
        "overbook_reason",
        "quote_id",
        "disputed",
        "returned_debit",
        "lost",
        "reduced",
        "authorized",
        "lapsed_at",
        "lost_reason",
    }
