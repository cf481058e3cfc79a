"""Neighbors of cases 38, 39, 50, 53 and 71: arbitrary input in any field is either stored completely, or rejected on
its field.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marqueedesk.kit.db.database import Database
from marqueedesk.venues.schemas import VenueInput
from tests.support import rows
from tests.support.api import Api, booking_body

pytestmark = pytest.mark.either_database

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        [2**31, 2**63, 10**40, -1, 0, 1e308, "\x00", "\ud800", "\u202e", " ", "", "x" * 600, "2027-06-01"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
VENUE = {"name": "Hall", "address": "1 Main St", "city": "Albany", "state": "NY", "zipCode": "12207"}
VENUE_FIELDS = list(VenueInput.model_json_schema()["properties"])
BOOKING_FIELDS = [*booking_body(), "userId", "venueId", "venueName", "venueAddress", "customerPhone", "eventType"]
BOOKING_FIELDS += ["preferredInstallTime", "colorOption", "addOns", "notes", "operatorNotes", "totalPrice"]
BOOKING_FIELDS += ["overbookReason"]
PRICE_FIELDS = ["sizes", "colors", "addOns", "difficulties", "letterPrice", "charge", "minimumOrder", "deliveryFee"]
PRICE_FIELDS += ["salesTaxPercent", "depositPercent", "depositFlat", "unverifiedVenueDeposit", "venueSurchargePercent"]

CALLS: dict[str, tuple[str, str, dict[str, Any], list[str]]] = {
    "register": (
        "POST",
        "/api/register",
        {"email": "new@example.com", "password": "neon 5", "companyName": "N"},
        ["email", "password", "companyName", "phoneNumber"],
    ),
    "sign in": ("POST", "/api/login", {"email": "a@example.com", "password": "wrong one"}, ["email", "password"]),
    "profile": ("PATCH", "/api/user/{user}", {}, ["username", "email", "companyName", "phoneNumber"]),
    "rules": (
        "PATCH",
        "/api/booking-rules",
        {},
        ["timeZone", "turnaroundDays", "sameDayTurnaround", "holdDays", "maxRentalDays", "approvalRequired"],
    ),
    "letter": (
        "POST",
        "/api/inventory",
        {"letter": "Q", "size": "4ft", "quantity": 1, "pricePerDay": 25},
        ["letter", "size", "quantity", "pricePerDay"],
    ),
    "change letter": ("PATCH", "/api/inventory/{item}", {}, ["letter", "size", "quantity", "pricePerDay"]),
    "outage": (
        "POST",
        "/api/inventory/{item}/outages",
        {"count": 1, "firstDay": "2027-09-01", "lastDay": "2027-09-02"},
        ["count", "firstDay", "lastDay", "reason"],
    ),
    "venue": ("POST", "/api/venues", VENUE, VENUE_FIELDS),
    "change venue": ("PATCH", "/api/venues/{venue}", {}, VENUE_FIELDS),
    "booking": ("POST", "/api/bookings", booking_body(message="A"), BOOKING_FIELDS),
    "estimate": ("POST", "/api/estimate", booking_body(message="A"), [*BOOKING_FIELDS, "bookingId"]),
    "change booking": ("PATCH", "/api/bookings/{booking}", {}, BOOKING_FIELDS),
    "status": ("PATCH", "/api/bookings/{booking}/status", {"status": "pending"}, ["status", "overbookReason"]),
    "cancel": ("POST", "/api/bookings/cancel", {"ids": []}, ["ids"]),
    "prices": ("PATCH", "/api/price-list", {}, PRICE_FIELDS),
}


@pytest.mark.parametrize("name", CALLS)
def test_junk_in_any_field_is_rejected_or_stored_unchanged(
    name: str, operator: Api, new_caller: Callable[[], Api], database: Database
):
    item, venue = operator.add_letter("A", quantity=90), operator.add_venue()
    ids = {"user": operator.id, "item": item["id"], "venue": venue["id"], "booking": operator.book(message="A")["id"]}
    method, path, body, fields = CALLS[name]
    target = path.format(**ids)
    # A user registered with arbitrary input is unrelated to the operator; signing in as that user must not end the
    # operator's session.
    caller = new_caller() if name in {"register", "sign in"} else operator

    stored = rows.content(database, but=["sign_ins"])

    @settings(
        max_examples=30,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    @given(junk=st.dictionaries(st.sampled_from(fields), JUNK, min_size=1, max_size=2))
    def ask(junk: dict[str, Any]) -> None:
        nonlocal stored
        content = json.dumps({**body, **junk}).encode()

        answer = caller.http.request(method, target, content=content, headers={"Content-Type": "application/json"})

        now_stored = rows.content(database, but=["sign_ins"])
        if answer.is_success:
            stored = now_stored
            return
        assert answer.status_code in {400, 401, 404, 409, 422}, answer.text
        if answer.status_code == 422:
            assert set(answer.json()["fields"]) <= {*fields, "body"}
        assert now_stored == stored

    ask()
