"""Cases 67 to 77: tenants, IDs, bodies, characters, and output on pages."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, booking_body, ok_json

JSON = {"Content-Type": "application/json"}
LETTER = {"letter": "A", "size": "4ft", "quantity": 1, "pricePerDay": 25}
VENUE = {"name": "Hall", "address": "1 Main St", "city": "Albany", "state": "NY", "zipCode": "12207"}
HIDDEN = ["\x00", "\ud800", "\u202e", "\u2066", "\u061c"]


def test_case_67_records_of_another_business_are_not_found(operator: Api, other_operator: Api, database: Database):
    venue, item, booking = operator.add_venue(), operator.add_letter("A"), operator.book(message="A")
    body = {"count": 1, "firstDay": "2027-07-01", "lastDay": "2027-07-02"}
    outage = ok_json(operator.post(f"/api/inventory/{item['id']}/outages", json=body))
    before = rows.content(database, but=["sign_ins", "events", "audit_entries"])
    calls: list[tuple[str, str, Any]] = [
        ("PATCH", "/api/venues/{venue}", {"name": "Mine"}),
        ("DELETE", "/api/venues/{venue}", None),
        ("PATCH", "/api/inventory/{item}", {"quantity": 9}),
        ("DELETE", "/api/inventory/{item}", None),
        ("GET", "/api/inventory/{item}/outages", None),
        ("POST", "/api/inventory/{item}/outages", body),
        ("DELETE", "/api/inventory/{item}/outages/{outage}", None),
        ("GET", "/api/bookings/{booking}", None),
        ("PATCH", "/api/bookings/{booking}", {"notes": "Mine"}),
        ("PATCH", "/api/bookings/{booking}/status", {"status": "canceled"}),
        # An invalid body changes nothing here, because ownership of the row is checked first.
        ("PATCH", "/api/bookings/{booking}/status", {"status": "nonsense"}),
        ("PATCH", "/api/venues/{venue}", {"name": 5}),
        ("PATCH", "/api/inventory/{item}", []),
    ]
    foreign = {"venue": venue["id"], "item": item["id"], "booking": booking["id"], "outage": outage["id"]}
    unknown = dict.fromkeys(foreign, 999_999_999)

    for method, path, given in calls:
        answers = [other_operator.http.request(method, path.format(**ids), json=given) for ids in (foreign, unknown)]
        assert [answer.status_code for answer in answers] == [404, 404], (method, path)
        assert answers[0].json() == answers[1].json()
    assert other_operator.post("/api/bookings/cancel", json={"ids": [booking["id"]]}).status_code == 404
    own = other_operator.add_letter("B")
    mixed = f"/api/inventory/{own['id']}/outages/{outage['id']}"
    assert other_operator.delete(mixed).status_code == 404
    other_operator.delete(f"/api/inventory/{own['id']}")
    assert rows.content(database, but=["sign_ins", "events", "audit_entries"]) == before


def test_case_68_user_id_in_the_body_is_ignored(operator: Api, other_operator: Api):
    for field in ("userId", "operatorId", "operator_id", "user_id"):
        named = {field: other_operator.id}
        venue = operator.add_venue(**named)
        item = ok_json(operator.post("/api/inventory", json={**LETTER, "letter": field[-4], "size": "2ft", **named}))
        assert venue["userId"] == item["userId"] == operator.id
        for path in (f"/api/venues/{venue['id']}", f"/api/inventory/{item['id']}"):
            assert operator.patch(path, json=named).json()["userId"] == operator.id
        operator.delete(f"/api/inventory/{item['id']}")
    booking = operator.book()
    answer = operator.patch(f"/api/bookings/{booking['id']}", json={"userId": other_operator.id, "id": 5})
    assert answer.json()["userId"] == operator.id
    for path in ("/api/venues", "/api/inventory", "/api/bookings"):
        assert other_operator.get(path).json() == []


BY_ID = [
    ("GET", "/api/bookings/{}"),
    ("PATCH", "/api/bookings/{}"),
    ("PATCH", "/api/bookings/{}/status"),
    ("PATCH", "/api/inventory/{}"),
    ("DELETE", "/api/inventory/{}"),
    ("GET", "/api/inventory/{}/outages"),
    ("POST", "/api/inventory/{}/outages"),
    ("DELETE", "/api/inventory/{}/outages/1"),
    ("DELETE", "/api/inventory/1/outages/{}"),
    ("PATCH", "/api/venues/{}"),
    ("DELETE", "/api/venues/{}"),
    ("PATCH", "/api/user/{}"),
]


@pytest.mark.parametrize(
    "name",
    ["-1", "0", "1e3", "1.0", "9223372036854775808", "9" * 30, "%00", "1;--", "%D9%A3", "+1", "%201", "0x1", "true"],
)
def test_case_69_invalid_ids_are_rejected(name: str, operator: Api):
    for method, path in BY_ID:
        answer = operator.http.request(method, path.format(name), json={})
        assert answer.status_code == 422, (method, path)


def test_case_69_highest_possible_id_is_not_found(operator: Api):
    for method, path in BY_ID:
        body = {"count": 1, "firstDay": "2027-06-01", "lastDay": "2027-06-01"}
        answer = operator.http.request(method, path.format(2**63 - 1), json=body)
        assert answer.status_code == 404, (method, path)


def every_body(operator: Api) -> list[tuple[str, str, dict[str, Any]]]:
    """Return every call that takes a body, with a valid one."""
    item, venue, booking = operator.add_letter("Z"), operator.add_venue(), operator.book(message="Z")
    return [
        ("POST", "/api/login", {"email": operator.user["email"], "password": "wrong one"}),
        ("POST", "/api/register", {"email": "new@example.com", "password": "neon 5", "companyName": "New"}),
        (
            "POST",
            "/api/change-password",
            {"currentPassword": "wrong one", "newPassword": "neon 5", "confirmPassword": "neon 5"},
        ),
        ("PATCH", f"/api/user/{operator.id}", {"username": "Ada", "phoneNumber": "5", "companyName": "C"}),
        (
            "PATCH",
            "/api/booking-rules",
            {"timeZone": "Asia/Tokyo", "turnaroundDays": 1, "holdDays": 3, "approvalRequired": True},
        ),
        ("POST", "/api/inventory", LETTER),
        ("PATCH", f"/api/inventory/{item['id']}", {"quantity": 5, "pricePerDay": 30}),
        (
            "POST",
            f"/api/inventory/{item['id']}/outages",
            {"count": 1, "firstDay": "2027-07-01", "lastDay": "2027-07-02", "reason": "Bulb"},
        ),
        ("POST", "/api/venues", {**VENUE, "notes": "n", "contactEmail": "a@example.com", "contactName": "c"}),
        (
            "PATCH",
            f"/api/venues/{venue['id']}",
            {"name": "Hall", "parkingInstructions": "p", "loadInInstructions": "l"},
        ),
        ("POST", "/api/bookings", {**booking_body(message="Z"), "notes": "n", "customerPhone": "5", "venueName": "v"}),
        (
            "POST",
            "/api/estimate",
            {"userId": operator.key, "message": "Z", "size": "4ft", "deliveryDate": "2027-06-01"}
            | {"pickupDate": "2027-06-02", "colorOption": "standard", "preferredInstallTime": "morning"},
        ),
        ("PATCH", f"/api/bookings/{booking['id']}", {"customerName": "B", "operatorNotes": "n", "overbookReason": "r"}),
        ("PATCH", f"/api/bookings/{booking['id']}/status", {"status": "confirmed", "overbookReason": "r"}),
        ("POST", "/api/bookings/cancel", {"ids": [booking["id"]]}),
        ("PATCH", "/api/price-list", {"minimumOrder": 5, "charge": "day"}),
    ]


def test_case_70_invalid_bodies_are_rejected(operator: Api, database: Database):
    calls = every_body(operator)
    before = rows.content(database, but=["sign_ins"])
    wrong: list[tuple[bytes, dict[str, str], int]] = [
        (b"{", JSON, 400),
        (b"", JSON, 400),
        (b"{'a': 1}", JSON, 400),
        (b'{"a": \xff}', JSON, 400),
        (b'{"message": "\xc3\x28"}', JSON, 400),
        (b"\xff\xfe{\x00}\x00", JSON, 400),
        ('{"message": "Z"}'.encode("utf-16-be"), JSON, 400),
        ('{"message": "Z"}'.encode("utf-32"), JSON, 400),
        (b"[" * 5_000 + b"]" * 5_000, JSON, 400),
        (b'{"message":' * 3_000 + b"1" + b"}" * 3_000, JSON, 400),
        (b"[]", JSON, 422),
        (b"null", JSON, 422),
        (b'"text"', JSON, 422),
        (b"5", JSON, 422),
        (b"{}", {"Content-Type": "text/plain"}, 415),
        (b"{}", {"Content-Type": "text/plain; application/json"}, 415),
        (b"a=1", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
        (b"--x\r\n\r\n--x--", {"Content-Type": "multipart/form-data; boundary=x"}, 415),
        (b"{}", {}, 415),
        (b" " * (256 * 1024 + 1), JSON, 413),
        (b" " * 5_000_000, JSON, 413),
    ]

    for method, path, _ in calls:
        for content, headers, status in wrong:
            answer = operator.http.request(method, path, content=content, headers=headers)
            assert answer.status_code == status, (method, path, content[:20], headers, answer.text)
            assert set(answer.json()) <= {"message", "code", "fields"}
    assert rows.content(database, but=["sign_ins"]) == before


def post(caller: Api, method: str, path: str, body: Any) -> Any:
    """Send JSON as Python writes it, including NaN and lone surrogates."""
    return caller.http.request(method, path, content=json.dumps(body).encode(), headers=JSON)


def test_case_71_invalid_characters_are_rejected(operator: Api, database: Database):
    calls = every_body(operator)
    before = rows.content(database, but=["sign_ins"])
    asked = 0

    for method, path, body in calls:
        for field in [name for name, value in body.items() if isinstance(value, str)]:
            for hidden in HIDDEN:
                if field.lower().endswith("password") and hidden not in "\x00\ud800":
                    continue
                answer = post(operator, method, path, {**body, field: body[field] + hidden})
                asked += 1
                assert answer.status_code == 422, (method, path, field, hidden, answer.text)
                assert list(answer.json()["fields"]) == [field]
    assert asked > 100
    assert rows.content(database, but=["sign_ins"]) == before


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 5000, "0.1e309"])
def test_case_71_invalid_numbers_are_rejected(text: str, operator: Api, database: Database):
    item = operator.add_letter("Z")
    before = rows.content(database, but=["sign_ins"])
    calls = [
        ("POST", "/api/inventory", LETTER, "quantity"),
        ("POST", "/api/inventory", LETTER, "pricePerDay"),
        ("PATCH", f"/api/inventory/{item['id']}", {}, "pricePerDay"),
        ("POST", "/api/venues", VENUE, "surchargeAmount"),
        ("POST", "/api/bookings", booking_body(), "totalPrice"),
        ("POST", "/api/bookings", booking_body(), "venueId"),
        ("POST", "/api/bookings", booking_body(), "userId"),
        ("PATCH", "/api/price-list", {}, "minimumOrder"),
        ("PATCH", "/api/price-list", {}, "salesTaxPercent"),
        ("PATCH", "/api/booking-rules", {}, "holdDays"),
    ]

    for method, path, body, field in calls:
        raw = json.dumps({**body, field: "HERE"}).replace('"HERE"', text).encode()
        answer = operator.http.request(method, path, content=raw, headers=JSON)
        # Some of these aren't valid JSON at all.
        assert answer.status_code in {400, 422}, (path, field, answer.text)
        if answer.status_code == 422:
            assert list(answer.json()["fields"]) == [field]
        assert len(answer.json()["message"]) < 120
    assert rows.content(database, but=["sign_ins"]) == before


def test_case_72_search_treats_special_characters_literally(operator: Api):
    names = ["' OR 1=1--", "100%", "a_b", "a\\b", "axb", "Émilie", "plain"]
    for name in names:
        operator.book(customerName=name)

    def found(q: str) -> list[str]:
        return [row["customerName"] for row in operator.get("/api/bookings", params={"q": q}).json()]

    assert found("' OR 1=1--") == ["' OR 1=1--"]
    assert found("%") == ["100%"]
    assert found("_") == ["a_b"]
    assert found("\\") == ["a\\b"]
    assert found("a_b") == ["a_b"]
    assert found("éMILIE") == found("émilie") == ["Émilie"]
    assert found("PLAIN") == ["plain"]
    assert sorted(found("love")) == sorted(names)
    assert found("ada@example") == found("LOVE")
    assert found("nothing like it") == []
    assert operator.get("/api/bookings", params={"q": "\x00"}).status_code == 422


MARKUP = ['<img src=x onerror="alert(1)">', "</script><script>alert(1)</script>", "{{7*7}}", "'\"`;--", "=1+1"]


@pytest.mark.parametrize("text", MARKUP)
def test_case_73_markup_is_escaped(text: str, operator: Api):
    booking = operator.book(customerName=text, notes=text, venueName=text)
    answer = operator.get(f"/api/bookings/{booking['id']}")

    assert {answer.json()[name] for name in ("customerName", "notes", "venueName")} == {text}
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert operator.add_venue(name=text)["name"] == text


@pytest.mark.parametrize(
    "field, value",
    [
        ("customerName", "A\r\nBcc: x@y.z"),
        ("customerName", "A\nB"),
        ("customerName", "A\u2028B"),
        ("customerPhone", "+1\r\n5"),
        ("customerEmail", "a@b.example\nBcc: x@y.z"),
        ("customerEmail", "a@b.example,d@e.example"),
        ("customerEmail", "a@b.example;d@e.example"),
        ("customerEmail", "a@b.example d@e.example"),
        ("customerEmail", "Ada <a@b.example>"),
        ("customerEmail", "a@b"),
        ("customerEmail", "a@@b.example"),
        ("customerEmail", "@b.example"),
        ("customerEmail", "a" * 250 + "@b.example"),
    ],
)
def test_case_74_email_headers_cannot_be_injected(field: str, value: str, visitor: Api, operator: Api):
    answer = visitor.try_to_book(userId=operator.id, **{field: value})

    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
    assert operator.get("/api/bookings").json() == []


def test_case_77_only_the_form_may_be_framed(visitor: Api, operator: Api):
    for path in ("/", "/auth", "/dashboard", "/settings", "/bookings", "/api/user", "/healthz", "/no/such/page"):
        for caller in (visitor, operator):
            answer = caller.get(path)
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
            assert answer.headers["x-frame-options"] == "DENY"
    for path in ("/booking", "/booking-widget", "/embed"):
        answer = visitor.get(path, params={"userId": operator.id})
        assert "frame-ancestors" not in answer.headers["content-security-policy"], path
        assert "x-frame-options" not in answer.headers
    # For a signed-in user, the quote builder is at the same address, and it may not be framed.
    answer = operator.get("/booking")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    framed = operator.get("/booking", headers={"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "same-origin"})
    assert "frame-ancestors" not in framed.headers["content-security-policy"]


@pytest.mark.parametrize("header", ["Host", "X-Forwarded-Host", "Forwarded"])
def test_case_79_foreign_host_header_is_not_reflected(header: str, new_caller: Callable[[], Api]):
    caller = new_caller()
    for method, path in (("GET", "/"), ("GET", "/api/user"), ("POST", "/api/login"), ("GET", "/booking")):
        answer = caller.http.request(method, path, headers={header: "evil.example"})
        assert "evil.example" not in answer.text
        assert "evil.example" not in str(answer.headers)
        assert "location" not in answer.headers
