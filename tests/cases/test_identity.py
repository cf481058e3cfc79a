"""Cases 1 to 9: which operator a form belongs to."""

from collections.abc import Callable
from typing import Any

import pytest

from marqueedesk.accounts import passwords, service
from marqueedesk.accounts.models import Operator, User
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import PASSWORD, Api, booking_body
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database

NOT_AVAILABLE = {"message": "This booking form is not available", "code": "no_operator"}
PUBLIC_VENUE = {"id", "name", "city", "state", "difficulty", "isVerified", "surchargeAmount"}
OPERATORS_OWN = {"operatorNotes", "possibleDuplicate", "overbookReason", "holdExpiresAt", "updatedAt", "history"}


def form_calls(visitor: Api, who: Any) -> list[Any]:
    """Make every public call for an operator, and return the responses."""
    wish = {"userId": who, "size": "4ft", "message": "LOVE", "month": "2027-06"}
    return [
        visitor.try_to_book(userId=who),
        visitor.post("/api/estimate", json=booking_body(userId=who)),
        visitor.get("/api/venues", params={"userId": who}),
        visitor.get("/api/booking-form", params={"userId": who}),
        visitor.get("/api/booking-form", params={"key": who}),
        visitor.get("/api/availability/calendar", params=wish),
    ]


def test_case_1_missing_user_id_is_rejected(visitor: Api, operator: Api, database: Database):
    answer = visitor.try_to_book()

    assert answer.status_code == 422
    assert answer.json() == {
        "message": "userId is required",
        "code": "invalid",
        "fields": {"userId": "userId is required"},
    }
    assert rows.number(database, "bookings") == 0
    assert visitor.post("/api/estimate", json=booking_body()).status_code == 422
    assert visitor.get("/api/booking-form").status_code == 422


@pytest.mark.parametrize(
    "who",
    [0, -1, "abc!", 1.5, True, [1], "1 OR 1=1", "1", {}, "", "mk_", "mk_ABC", 2**63, 10**40, "mk_" + "a" * 60, "\x00"],
    ids=repr,
)
def test_case_2_invalid_user_id_is_rejected(who: Any, visitor: Api, database: Database):
    answer = visitor.try_to_book(userId=who)

    assert answer.status_code == 422
    assert set(answer.json()["fields"]) == {"userId"}
    assert rows.number(database, "bookings") == 0
    assert visitor.post("/api/estimate", json=booking_body(userId=who)).status_code == 422


@pytest.mark.parametrize("who", ["0", "-1", "abc!", "1.5", "true", "1 OR 1=1", "9" * 19, "٣", "%00", "1;--"])
def test_case_2_invalid_user_id_in_a_query_is_rejected(who: str, visitor: Api):
    for path in ("/api/venues", "/api/booking-form"):
        answer = visitor.get(path, params={"userId": who})
        assert (answer.status_code, set(answer.json()["fields"])) == (422, {"userId"})


@pytest.mark.parametrize("who", [999_999_999, "mk_" + "a" * 24], ids=repr)
def test_case_3_unknown_operator_is_not_found(who: Any, visitor: Api, operator: Api, database: Database):
    before = rows.content(database)

    for answer in form_calls(visitor, who):
        assert (answer.status_code, answer.json()) == (404, NOT_AVAILABLE)
    assert rows.content(database) == before


def test_case_4_deactivated_operator_is_not_found(visitor: Api, operator: Api, database: Database):
    with database.write() as db:
        user = db.get(User, operator.id)
        assert user
        service.set_active(db, user, active=False)

    for who in (operator.id, operator.key):
        for answer in form_calls(visitor, who):
            assert (answer.status_code, answer.json()) == (404, NOT_AVAILABLE)


def test_case_4_deleted_operator_is_not_found(visitor: Api, operator: Api, database: Database):
    with database.write() as db:
        for model in (Operator, User):
            db.delete(db.get(model, operator.id))
            db.flush()

    for answer in form_calls(visitor, operator.id):
        assert (answer.status_code, answer.json()) == (404, NOT_AVAILABLE)


def test_case_5_administrator_without_a_business_has_no_form(visitor: Api, database: Database, clock: Clock):
    with database.write() as db:
        admin = service.add_user(
            db, email="a@example.com", password_hash=passwords.hash_password(PASSWORD), role="admin", now=clock.now
        )

    for answer in form_calls(visitor, admin.id):
        assert (answer.status_code, answer.json()) == (404, NOT_AVAILABLE)


def test_case_6_operator_signed_in_elsewhere_books_as_a_visitor(operator: Api, other_operator: Api):
    cookie = dict(operator.http.cookies)

    placed = operator.book(userId=other_operator.id, operatorNotes="mine", overbookReason="why not", totalPrice=200)

    assert placed["userId"] == other_operator.id
    assert not OPERATORS_OWN & set(placed)
    assert operator.get("/api/bookings").json() == []
    (seen,) = other_operator.get("/api/bookings").json()
    assert (seen["id"], seen["source"], seen["operatorNotes"], seen["overbookReason"]) == (
        placed["id"],
        "form",
        None,
        None,
    )
    assert dict(operator.http.cookies) == cookie
    assert operator.get("/api/user").json()["id"] == operator.id
    assert operator.get(f"/api/bookings/{placed['id']}").status_code == 404


def test_case_6_neighbor_own_id_or_key_books_for_the_own_business(operator: Api):
    found = [operator.book(**names) for names in ({}, {"userId": operator.id}, {"userId": operator.key})]

    assert {booking["source"] for booking in found} == {"operator"}
    assert {booking["userId"] for booking in found} == {operator.id}


def test_case_7_visitors_name_an_operator_and_see_public_venue_fields(visitor: Api, operator: Api, other_operator: Api):
    venue = operator.add_venue(
        contactName="Jo", contactEmail="jo@example.com", contactPhone="+1", notes="n", loadInInstructions="l"
    )

    assert visitor.get("/api/venues").status_code == 401
    for caller in (visitor, other_operator):
        for who in (operator.id, operator.key):
            (seen,) = caller.get("/api/venues", params={"userId": who}).json()
            assert set(seen) == PUBLIC_VENUE
            assert seen["id"] == venue["id"]
            assert caller.get("/api/venues", params={"key": who}).json() == [seen]
    assert other_operator.get("/api/venues").json() == []


def test_case_8_venue_of_another_operator_is_rejected(
    visitor: Api, operator: Api, other_operator: Api, database: Database
):
    venue = other_operator.add_venue(name="Secret Garden", address="7 Hidden Lane")
    before = rows.content(database)

    asking: list[tuple[Api, dict[str, Any]]] = [(visitor, {"userId": operator.id}), (operator, {})]
    for caller, named in asking:
        for answer in (
            caller.try_to_book(venueId=venue["id"], **named),
            caller.post("/api/estimate", json=booking_body(venueId=venue["id"], **named)),
        ):
            assert answer.status_code == 422
            assert answer.json()["fields"] == {"venueId": "Unknown venue"}
            assert "Secret" not in answer.text
            assert "Hidden" not in answer.text
    assert rows.content(database) == before


def test_case_8_neighbor_booking_cannot_be_moved_to_another_operators_venue(operator: Api, other_operator: Api):
    venue = other_operator.add_venue(name="Secret Garden")
    booking = operator.book()

    answer = operator.patch(f"/api/bookings/{booking['id']}", json={"venueId": venue["id"]})

    assert (answer.status_code, answer.json()["fields"]) == (422, {"venueId": "Unknown venue"})
    assert "Secret" not in answer.text


def test_case_9_venue_deleted_since_the_form_was_opened_is_rejected(visitor: Api, operator: Api):
    venue = operator.add_venue()
    assert operator.delete(f"/api/venues/{venue['id']}").status_code == 204

    answer = visitor.try_to_book(userId=operator.id, venueId=venue["id"])

    assert answer.status_code == 422
    assert answer.json()["fields"] == {"venueId": "Unknown venue"}


def test_case_3_neighbor_visitors_only_see_form_data_of_an_operator(
    visitor: Api, operator: Api, new_caller: Callable[[], Api]
):
    form = visitor.get("/api/booking-form", params={"key": operator.key})

    assert form.json()["userId"] == operator.id
    assert operator.user["email"] not in form.text
    assert operator.user["username"] not in form.text
