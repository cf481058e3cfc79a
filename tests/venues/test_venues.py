"""Venues: complete for their operator, public fields for visitors, hidden from other operators."""

from collections.abc import Callable

import pytest

from marqueedesk.accounts.models import User
from marqueedesk.accounts.service import set_active
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.venues import queries, service
from marqueedesk.venues.errors import UnknownVenue
from marqueedesk.venues.schemas import SiteAccessOut
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

BARN = {
    "name": "The Old Barn",
    "address": "12 Mill Lane",
    "city": "Rhinebeck",
    "state": "NY",
    "zipCode": "12572",
    "contactName": "Jo Miller",
    "contactEmail": "jo@barn.example",
    "contactPhone": "+1 845 555 0100",
    "difficulty": "difficult",
    "isVerified": True,
    "surchargeAmount": 1250,
    "notes": "Gravel.\nBring boards.",
    "loadInInstructions": "Back gate",
    "parkingInstructions": "On the meadow",
    "isQuickBook": True,
    "site": {
        "wallWidthInches": 240,
        "ceilingInches": 120,
        "doorWidthInches": 36,
        "volts": 120,
        "circuits": [15, 20],
        "outdoors": False,
        "windLimitMph": None,
        "outletFeet": 12,
    },
    "certificate": {
        "required": True,
        "limits": {"eachOccurrence": 1_000_000, "aggregate": 2_000_000},
        "holder": "The Old Barn LLC\n12 Mill Lane",
        "additionalInsured": "The Old Barn LLC",
    },
}
LEAST = {name: BARN[name] for name in ("name", "address", "city", "state", "zipCode")}
PUBLIC_FIELDS = {"id", "name", "city", "state", "difficulty", "isVerified", "surchargeAmount"}


def test_venue_is_returned_as_sent(operator: Api):
    answer = operator.post("/api/venues", json=BARN)
    assert answer.status_code == 201
    venue = answer.json()
    assert venue == {
        **BARN,
        "id": venue["id"],
        "userId": operator.id,
        "createdAt": venue["createdAt"],
        "updatedAt": venue["createdAt"],
    }
    assert operator.get("/api/venues").json() == [venue]


def test_omitted_fields_take_defaults_and_empty_text_is_null(operator: Api):
    empty = dict.fromkeys(("contactName", "contactEmail", "contactPhone", "notes", "loadInInstructions"), " ")
    venue = operator.post("/api/venues", json={**LEAST, **empty}).json()
    assert {name: venue[name] for name in BARN if name not in LEAST} == {
        "contactName": None,
        "contactEmail": None,
        "contactPhone": None,
        "difficulty": "moderate",
        "isVerified": False,
        "surchargeAmount": 0,
        "notes": None,
        "loadInInstructions": None,
        "parkingInstructions": None,
        "isQuickBook": False,
        "site": None,
        "certificate": None,
    }


@pytest.mark.parametrize(
    "field, value, sentence",
    [
        ("name", "", "Name is required"),
        ("name", None, "Name is required"),
        ("address", "  ", "Address is required"),
        ("city", "x" * 101, "City can have at most 100 characters"),
        ("state", 5, "State must be text"),
        ("zipCode", "", "Zip code is required"),
        ("name", "Ba\u0000rn", "Name contains characters that cannot be shown"),
        ("name", "Ba\u202ern", "Name contains characters that change the reading direction"),
        ("name", "Two\nlines", "Name contains characters that cannot be shown"),
        ("contactEmail", "nobody", "Please enter a valid email"),
        ("contactEmail", "a@b.example,c@d.example", "Please enter a valid email"),
        ("contactEmail", "a@b.example\nBcc: c@d.example", "Please enter a valid email"),
        ("surchargeAmount", -1, "Amount can't be negative"),
        ("surchargeAmount", 12.5, "Surcharge amount must be a whole number"),
        ("surchargeAmount", "1250", "Surcharge amount must be a whole number"),
        ("surchargeAmount", 10**12, "Surcharge amount can be at most 99999999"),
        ("difficulty", "impossible", None),
        ("difficulty", None, None),
        ("isVerified", "yes", "Is verified must be true or false"),
        ("isQuickBook", 1, "Is quick book must be true or false"),
        ("notes", "x" * 5001, "Notes can have at most 5000 characters"),
    ],
)
def test_invalid_venue_field_is_reported_on_create_and_update(
    operator: Api, field: str, value: object, sentence: str | None
):
    venue = operator.add_venue(**BARN)
    for answer in (
        operator.post("/api/venues", json={**BARN, field: value}),
        operator.patch(f"/api/venues/{venue['id']}", json={field: value}),
    ):
        assert answer.status_code == 422
        fields = answer.json()["fields"]
        assert list(fields) == [field]
        if sentence:
            assert fields[field] == sentence
    assert operator.get("/api/venues").json() == [venue]


def test_patch_keeps_omitted_fields(operator: Api):
    venue = operator.add_venue(**BARN)
    changed = operator.patch(f"/api/venues/{venue['id']}", json={"city": "Hudson", "notes": ""}).json()
    assert changed == {**venue, "city": "Hudson", "notes": None, "updatedAt": changed["updatedAt"]}
    assert changed["updatedAt"] > venue["updatedAt"]
    assert operator.get("/api/venues").json() == [changed]


def test_venue_can_be_sent_back(operator: Api, other_operator: Api):
    venue = operator.add_venue(**BARN)
    answer = operator.patch(f"/api/venues/{venue['id']}", json={**venue, "userId": other_operator.id, "id": 999})
    assert answer.json() == {**venue, "updatedAt": answer.json()["updatedAt"]}


def test_state_is_required_only_in_countries_with_states(operator: Api):
    abroad = LEAST | {"state": ""}
    assert operator.post("/api/venues", json=abroad).json()["fields"] == {"state": "State is required"}
    assert operator.get(f"/api/booking-form?userId={operator.id}").json()["hasStates"]
    ok_json(operator.patch("/api/booking-rules", json={"timeZone": "Europe/Paris"}))
    assert not operator.get(f"/api/booking-form?userId={operator.id}").json()["hasStates"]
    venue = ok_json(operator.post("/api/venues", json=abroad))
    assert venue["state"] == ""
    assert ok_json(operator.patch(f"/api/venues/{venue['id']}", json={"state": None}))["state"] == ""
    assert operator.book(venueId=venue["id"])["venueAddress"] == "12 Mill Lane, Rhinebeck, 12572"


def test_venue_belongs_to_the_signed_in_operator(operator: Api, other_operator: Api):
    venue = operator.add_venue(userId=other_operator.id)
    assert venue["userId"] == operator.id
    assert other_operator.get("/api/venues").json() == []


def test_foreign_and_unknown_venues_get_the_same_error_before_validation(operator: Api, other_operator: Api):
    venue = operator.add_venue()
    foreign = other_operator.patch(f"/api/venues/{venue['id']}", json={"city": 5})
    unknown = other_operator.patch(f"/api/venues/{venue['id'] + 1000}", json={"city": 5})
    assert foreign.status_code == unknown.status_code == 404
    assert foreign.json() == unknown.json() == {"message": "Unknown venue", "code": "not_found"}
    assert operator.get("/api/venues").json() == [venue]


@pytest.mark.parametrize("venue_id", ["0", "-1", "1e3", "1.0", str(2**63), "٣", "1;--", "%00", "x"])
def test_invalid_venue_id_is_rejected(operator: Api, venue_id: str):
    assert operator.patch(f"/api/venues/{venue_id}", json={"city": "Hudson"}).status_code in {404, 422}


def test_visitors_may_not_change_venues(operator: Api, visitor: Api):
    venue = operator.add_venue()
    assert visitor.post("/api/venues", json=BARN).status_code == 401
    assert visitor.patch(f"/api/venues/{venue['id']}", json={"city": "Hudson"}).status_code == 401
    assert operator.get("/api/venues").json() == [venue]


# --- Visitors ---------------------------------------------------------------------------------------------------------


def test_venue_list_requires_a_session_or_an_operator(visitor: Api):
    for params in ({}, {"userId": ""}):
        assert visitor.get("/api/venues", params=params).status_code == 401


def test_visitors_see_public_fields_by_id_and_key(operator: Api, visitor: Api):
    venue = operator.add_venue(**BARN)
    public = [{name: venue[name] for name in PUBLIC_FIELDS}]
    for params in ({"userId": operator.id}, {"userId": operator.key}, {"key": operator.key}):
        assert visitor.get("/api/venues", params=params).json() == public


def test_operator_sees_public_fields_of_other_operators(operator: Api, other_operator: Api):
    operator.add_venue(**BARN)
    [seen] = other_operator.get("/api/venues", params={"userId": operator.id}).json()
    assert set(seen) == PUBLIC_FIELDS


def test_operator_naming_their_own_id_sees_all_fields(operator: Api):
    venue = operator.add_venue(**BARN)
    for params in ({"userId": operator.id}, {"key": operator.key}):
        assert operator.get("/api/venues", params=params).json() == [venue]


def test_cross_site_page_sees_public_fields_despite_the_cookie(operator: Api):
    operator.add_venue(**BARN)
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://shop.example"}
    [seen] = operator.get("/api/venues", params={"userId": operator.id}, headers=headers).json()
    assert set(seen) == PUBLIC_FIELDS


def test_unknown_and_deactivated_operators_get_the_same_error(operator: Api, visitor: Api, database: Database):
    operator.add_venue()
    with database.write() as db:
        user = db.get(User, operator.id)
        assert user is not None
        set_active(db, user, active=False)
    for name in (operator.id, operator.key, 999_999_999, "mk_" + "0" * 24):
        answer = visitor.get("/api/venues", params={"userId": name})
        assert answer.status_code == 404
        assert answer.json() == {"message": "This booking form is not available", "code": "no_operator"}


@pytest.mark.parametrize("name", ["0", "-1", "abc!", "1.5", "true", "1 OR 1=1", "٣", str(2**63), "x" * 51])
def test_invalid_operator_in_the_venue_query_is_rejected(visitor: Api, name: str):
    assert visitor.get("/api/venues", params={"userId": name}).status_code == 422


def test_venue_list_is_paginated(operator: Api):
    ids = [operator.add_venue()["id"] for _ in range(5)]
    assert [venue["id"] for venue in operator.every("/api/venues", limit=2)] == ids


# --- Deleting a venue (the bookings package owns the route) -----------------------------------------------------------


def test_venue_is_deleted_once_by_its_operator_only(operator: Api, other_operator: Api, database: Database):
    venue_id = operator.add_venue()["id"]

    def delete(owner: Api) -> None:
        with database.write() as db:
            set_operator(db, owner.id)
            service.delete_venue(db, queries.venue_for_change(db, venue_id))

    with pytest.raises(UnknownVenue):
        delete(other_operator)
    assert len(operator.get("/api/venues").json()) == 1
    delete(operator)
    with pytest.raises(UnknownVenue):
        delete(operator)
    assert operator.get("/api/venues").json() == []


def test_updating_a_deleted_venue_is_not_found(operator: Api, new_caller: Callable[[], Api], database: Database):
    venue_id = operator.add_venue()["id"]
    with database.write() as db:
        set_operator(db, operator.id)
        service.delete_venue(db, queries.venue_for_change(db, venue_id))
    assert operator.patch(f"/api/venues/{venue_id}", json={"city": "Hudson"}).status_code == 404


def test_directions_label_further_access_fields():
    class SiteWithGate(SiteAccessOut):
        gate_code: str | None

    contact = {"contact_name": "Jo", "contact_email": None, "contact_phone": None, "notes": "Ring the bell."}
    contact |= {"space": None, "power": None}
    site = SiteWithGate(**contact, load_in="Back gate", parking="On the meadow", gate_code="1234")
    assert site.directions == "Back gate On the meadow Gate code: 1234."
    assert SiteWithGate(**contact, load_in=None, parking=None, gate_code=None).directions == ""
