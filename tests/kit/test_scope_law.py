"""Tenant isolation of SQL: every statement on an operator-owned table filters by operator.

Statements are captured at the driver, so that nothing bypasses the session hook unnoticed: bare connections, CTEs or
SQL compiled by the ORM.
"""

import re
from collections.abc import Generator
from importlib import import_module
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.sql import Delete, Insert, Select, Update

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import OPERATOR, UnscopedQuery, assert_tenant_filtered
from marqueedesk.tables import METADATA
from tests.support.api import Api, booking_body, ok_json

OWNED = {table.name for table in METADATA.tables.values() if OPERATOR in table.c and table.info.get("owned", True)}
_NAMES = "|".join(sorted(OWNED))
_USED = re.compile(rf"(?:FROM|JOIN|UPDATE|,)\s+({_NAMES})\b(?!\.)(?:\s+AS\s+(\w+))?")
_INSERTED = re.compile(rf"INSERT INTO ({_NAMES}) \(([^)]*)\)")


def unscoped_uses(sql: str) -> list[str]:
    """List the uses of owned tables in a statement without an operator filter."""
    found = [f"{table}: inserted" for table, columns in _INSERTED.findall(sql) if OPERATOR not in columns]
    # A column can have the name of a table, such as the number of a customer's quotes.
    for table, alias in _USED.findall(_INSERTED.sub("", sql)):
        name = alias or table
        if not re.search(rf"\b{name}\.{OPERATOR} = |= {name}\.{OPERATOR}\b", sql):
            found.append(f"{table}: used")
    return found


@pytest.fixture
def sent(database: Database) -> Generator[list[str]]:
    """Record every statement that reaches the driver."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield statements
    event.remove(database.engine, "before_cursor_execute", note)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT venues.id FROM venues WHERE venues.id = 1",
        "SELECT v.id FROM venues AS v WHERE venues.operator_id = 1",
        "SELECT 1 FROM users JOIN bookings ON bookings.id = users.id",
        "DELETE FROM letter_holds WHERE letter_holds.kind = 'x'",
        "UPDATE bookings SET status = 'x' WHERE bookings.status = 'y'",
        "INSERT INTO venues (name) VALUES ('x')",
    ],
)
def test_unscoped_sql_is_detected(sql: str):
    assert unscoped_uses(sql)


def test_every_sql_statement_filters_by_operator(operator: Api, visitor: Api, sent: list[str]):
    operator.add_letters("LOVE", quantity=2)
    venue, spare = operator.add_venue(), operator.add_venue()
    item = operator.get("/api/inventory").json()[0]["id"]
    wish = booking_body(userId=operator.key, venueId=venue["id"])
    for caller in (visitor, operator):
        ok_json(caller.post("/api/estimate", json=wish, headers={"Idempotency-Key": "form-0001"}))
    first = visitor.book(**wish, key="form-0001")
    visitor.book(**wish, key="form-0001")
    visitor.book(**{**wish, "userId": operator.id})
    visitor.try_to_book(**wish, key="form-0002")
    visitor.post("/api/estimate", json=wish, headers={"Idempotency-Key": "form-0003"})
    visitor.post("/api/estimate", json={**wish, "message": "Q"}, headers={"Idempotency-Key": "form-0003"})
    visitor.get("/api/availability/calendar?size=4ft&message=LOVE&month=2027-06", params={"userId": operator.id})
    own = operator.book(deliveryDate="2027-07-01", pickupDate="2027-07-02", overbookReason="Lent")
    operator.patch(f"/api/bookings/{own['id']}", json={"message": "LOV", "pickupDate": "2027-07-03", "notes": "n"})
    operator.set_status(first["id"], "confirmed")
    operator.complete(first["id"])
    operator.post("/api/bookings/cancel", json={"ids": [own["id"]]})
    for query in ("", "?limit=1", "?status=pending&q=ada&from=2027-01-01&to=2028-01-01"):
        ok_json(operator.get(f"/api/bookings{query}"))
    ok_json(operator.get(f"/api/bookings/{first['id']}"))
    operator.patch(f"/api/inventory/{item}", json={"quantity": 0})
    body = {"count": 1, "firstDay": "2028-06-01", "lastDay": "2028-06-02"}
    outage = ok_json(operator.post(f"/api/inventory/{item}/outages", json=body))
    ok_json(operator.get(f"/api/inventory/{item}/outages"))
    ok_json(operator.delete(f"/api/inventory/{item}/outages/{outage['id']}"))
    operator.delete(f"/api/inventory/{item}")
    operator.patch(f"/api/venues/{spare['id']}", json={"name": "New"})
    operator.delete(f"/api/venues/{venue['id']}")
    ok_json(operator.delete(f"/api/venues/{spare['id']}"))
    operator.set_prices(minimumOrder=5)
    operator.set_prices(minimumOrder=6)
    for path in ("/api/inventory", "/api/venues", "/api/venues?limit=1", "/api/price-list", "/api/booking-rules"):
        ok_json(operator.get(path))
    ok_json(visitor.get("/api/venues", params={"userId": operator.id}))
    ok_json(visitor.get("/api/booking-form", params={"userId": operator.id}))
    quotes(operator, visitor)

    touched = {table for statement in sent for table in OWNED if re.search(rf"\b{table}\b", statement)}
    assert touched >= {"bookings", "letter_holds", "letter_inventory", "venues", "unmet_demand", "booking_changes"}
    assert touched >= {"idempotency_keys", "price_lists", "letter_outages"}
    assert touched >= {"quotes", "quote_versions", "quote_events", "document_counters", "business_details"}
    offenses = {
        f"{what} in: {' '.join(statement.split())[:400]}" for statement in sent for what in unscoped_uses(statement)
    }
    assert not offenses, "\n".join(offenses)


def quotes(operator: Api, visitor: Api) -> None:
    """Call every quote endpoint, as the operator and as the customer."""
    operator.add_letters("MARY", quantity=2)
    draft = ok_json(
        operator.post("/api/quotes", json=booking_body(message="MARY"), headers={"Idempotency-Key": "quote-01"})
    )
    path, held = f"/api/quotes/{draft['id']}", operator.send_quote(draft["id"], holdLetters=True)
    ok_json(operator.patch(path, json={"note": "New"}))
    operator.send_quote(draft["id"])
    other = operator.sent_quote(message="MARY")
    short = operator.quote(message="MMARY")
    for query in ("", "?limit=1", "?status=expired,sent&q=ada"):
        ok_json(operator.get(f"/api/quotes{query}"))
    for quote in (draft, other, short):
        ok_json(operator.get(f"/api/quotes/{quote['id']}"))
    ok_json(operator.get(f"{path}/versions/1"))
    token = held["link"].rpartition("/")[2]
    ok_json(visitor.get(f"/api/public/quotes/{token}"))
    ok_json(visitor.post(f"/api/public/quotes/{token}/seen"))
    ok_json(visitor.post(f"/api/public/quotes/{token}/question", json={"text": "?"}))
    ok_json(visitor.accept(token, version=2))
    ok_json(visitor.get(f"/api/public/quotes/{token}"))
    ok_json(visitor.post(f"/api/public/quotes/{other['token']}/decline", json={}))
    ok_json(operator.post(f"{path}/duplicate"))
    ok_json(operator.post(f"/api/quotes/{short['id']}/book", json={"overbookReason": "Lent"}))
    ok_json(operator.post(f"/api/quotes/{other['id']}/withdraw"))
    ok_json(operator.delete(f"/api/quotes/{other['id']}"))


@pytest.mark.parametrize(
    "module", ["availability.operator_lock", "availability.stock_queries", "bookings.statements", "quotes.content"]
)
def test_prebuilt_statements_filter_by_operator(module: str):
    """Includes statements that the scenario above does not run."""
    found = vars(import_module(f"marqueedesk.{module}"))
    statements = {name: value for name, value in found.items() if isinstance(value, Select | Update | Delete)}
    for name, statement in statements.items():
        try:
            assert_tenant_filtered(statement)
        except UnscopedQuery as problem:
            pytest.fail(f"{module}.{name}: {problem}")
    for name, value in found.items():
        if isinstance(value, Insert) and getattr(value.table, "name", None) in OWNED:
            assert OPERATOR in value.table.c, name
