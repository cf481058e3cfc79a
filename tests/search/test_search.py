"""One search over bookings, quotes, customers and venues."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import literal, select

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import search_fold
from marqueedesk.kit.text.text_forms import folded
from tests.support import rows
from tests.support.api import Api, ok_json

KINDS = ("bookings", "quotes", "customers", "venues")


def search(caller: Api, q: str, **params: Any) -> dict[str, Any]:
    return ok_json(caller.get("/api/search", params={"q": q, **params}))


def test_each_kind_is_found_by_its_own_text(operator: Api, other_operator: Api):
    venue = operator.add_venue(name="Lake House", city="Austin", notes="Ring at the gate")
    smith = {"customerName": "Ann Smith", "customerEmail": "ann@example.com", "customerPhone": "(512) 555-0142"}
    booking = operator.book(**smith, venueId=venue["id"], eventType="wedding")
    quote = operator.quote(**smith | {"message": "BABY"})
    other_operator.book(**smith)
    other_operator.quote(**smith)
    other_operator.add_venue(name="Lake House")

    found = search(operator, "smith ann")
    assert [row["id"] for row in found["bookings"]] == [booking["id"]]
    assert [row["id"] for row in found["quotes"]] == [quote["id"]]
    assert found["customers"] == [
        {
            "id": booking["customerId"],
            "name": "Ann Smith",
            "email": "ann@example.com",
            "phone": "(512) 555-0142",
            "bookings": 1,
            "lastDelivery": booking["deliveryDate"][:10],
        }
    ]
    assert (found["venues"], found["more"]) == ([], [])
    assert [row["name"] for row in search(operator, "austin gate")["venues"]] == ["Lake House"]
    found = search(operator, "smith wedding lake")
    assert [len(found[kind]) for kind in KINDS] == [1, 0, 0, 0]
    assert [row["name"] for row in search(operator, "512-555-0142")["customers"]] == ["Ann Smith"]


@pytest.mark.parametrize("q", ["", "   ", "zzzz", "%", "_", "\\"])
def test_search_without_matches_is_empty(q: str, operator: Api):
    operator.book()
    assert search(operator, q) == {**{kind: [] for kind in KINDS}, "more": []}


@pytest.mark.parametrize(
    "params", [{}, {"q": "x" * 201}, {"q": "a\x00"}, {"q": "a", "limit": 0}, {"q": "a", "limit": 21}]
)
def test_invalid_search_is_rejected(params: dict[str, Any], operator: Api):
    assert operator.get("/api/search", params=params).status_code == 422


def test_search_returns_a_few_of_each_kind_next_first_with_more_flag(operator: Api):
    today = clock.local_day(clock.now(), ZoneInfo("America/New_York"))
    for offset in (-30, -3, 40, 2):
        days = {"deliveryDate": str(today + timedelta(offset)), "pickupDate": str(today + timedelta(offset + 1))}
        operator.book(customerName=f"Smith {offset}", customerEmail=f"s{offset}@example.com", **days)
    operator.book(customerName="Smith again", customerEmail="s2@example.com", deliveryDate=str(today + timedelta(9)))

    def names(limit: int) -> list[str]:
        return [row["customerName"] for row in search(operator, "smith", limit=limit)["bookings"]]

    assert names(5) == ["Smith 2", "Smith again", "Smith 40", "Smith -3", "Smith -30"]
    found = search(operator, "smith", limit=2)
    assert (len(found["bookings"]), len(found["customers"]), found["more"]) == (2, 2, ["bookings", "customers"])
    operator.book(customerName="smith AGAIN", customerEmail="S2@example.com", deliveryDate=str(today + timedelta(60)))
    twice = [row for row in search(operator, "smith")["customers"] if row["bookings"] == 2]
    assert [row["name"] for row in twice] == ["smith AGAIN"]


def test_customer_without_bookings_is_found_once(operator: Api, other_operator: Api):
    ann = ok_json(operator.post("/api/customers", json={"name": "Ann Lee", "phones": ["(512) 555-0142"]}))
    other_operator.post("/api/customers", json={"name": "Ann Lee"})
    for typed in ("ann lee", "512 555 0142", "+1-512-555-0142"):
        (row,) = search(operator, typed)["customers"]
        assert (row["id"], row["name"], row["bookings"], row["lastDelivery"]) == (ann["id"], "Ann Lee", 0, None)


def test_staff_find_no_quotes(operator: Api, other_operator: Api, database: Database):
    operator.book(customerName="Ann Smith")
    operator.quote(customerName="Ann Smith")
    rows.join_team(database, other_operator.id, operator.id, "staff")
    found = search(other_operator, "smith")
    assert [len(found[kind]) for kind in KINDS] == [1, 0, 1, 0]


NAMES = [
    ("lukasz", "Łukasz"),
    ("oster", "Øster"),
    ("aesa", "Æsa"),
    ("isik", "Işık"),
    ("oconnor", "Pat O’Connor"),
    ("o'connor", "Pat OConnor"),
    ("o’connor", "Pat O'Connor"),
    ("jeanluc", "Jean-Luc"),
    ("jean-luc", "Jean Luc"),
    ("Jean\u2011Luc", "Jeanluc"),
    ("nunez", "Nun\u0303ez"),
    ("ISTANBUL", "İstanbul"),
    ("dorde", "Đorđe"),
    ("strasse", "Straße"),
]


@pytest.mark.parametrize("typed, name", NAMES)
def test_search_ignores_accents_apostrophes_and_hyphens(typed: str, name: str, operator: Api):
    booking = operator.book(customerName=name, customerEmail="a@b.example")
    quote = operator.quote(customerName=name)
    venue = operator.add_venue(name=name)
    operator.book(customerName="Somebody Else")
    found = search(operator, typed)
    assert [row["id"] for row in found["bookings"]] == [booking["id"]]
    assert [row["name"] for row in found["customers"]] == [name]
    assert [row["id"] for row in found["quotes"]] == [quote["id"]]
    assert [row["id"] for row in found["venues"]] == [venue["id"]]
    listed = ok_json(operator.get("/api/bookings", params={"q": typed, "limit": 10}))
    assert [row["id"] for row in listed["items"]] == [booking["id"]]
    listed = ok_json(operator.get("/api/quotes", params={"q": typed, "limit": 10}))
    assert [row["id"] for row in listed["items"]] == [quote["id"]]


TEXTS = [
    *[text for pair in NAMES for text in pair],
    "ascii", "ASCII-Text's", "512-555-0100", "2027-06-05", "“Curly” – dash", "Þór Œuvre ŋ",
    "ﬁne", "ＦＵＬＬ", "Ελλάδος",
    "a-b-c", "É-É", "zero\u200bwidth", "שָׁלוֹם", "50% off_now\\", "x‘y`z", "",
]  # fmt: skip


def test_databases_fold_text_like_the_server(database: Database):
    with database.autocommit_connection() as connection:
        for text in TEXTS:
            assert connection.scalar(select(search_fold(literal(text)))) == folded(text), text
