"""Rows from before customers were stored get their customers, in portions, once."""

from datetime import timedelta

from sqlalchemy import text

from bench.fill import fill
from marqueedesk.customer_records import catch_up
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.worker import update_customers
from tests.support import rows
from tests.support.api import Api, ok_json

TABLES = ("bookings", "quotes", "waiting_entries", "imported_customers")


def forget_customers(database: Database) -> None:
    """Bring the database to the state right after the migration of an older one."""
    with database.write_connection() as connection:
        for table in TABLES:
            connection.execute(text(f"UPDATE {table} SET customer_id = NULL"))
        for table in ("customer_updates", "customer_keys", "customers"):
            connection.execute(text(f"DELETE FROM {table}"))


def arrange(operator: Api, visitor: Api) -> None:
    for name, email, phone in (
        ("Ana", "ana@x.example", None),
        ("ana", "Ana+wed@x.example", "914 555 0100"),
        ("Bob", "ana@x.example", None),
        ("Ana", None, "+1 914 555 0100"),
    ):
        operator.book(customerName=name, customerEmail=email, customerPhone=phone)
    quote = {"message": "LOVE", "size": "4ft", "customerName": "Bob", "customerEmail": "ana@x.example"}
    ok_json(operator.post("/api/quotes", json=quote))
    ok_json(operator.post("/api/quotes", json={"message": "LOVE", "size": "4ft"}))
    csv = "Name,Email,Phone,Street,City\nCid,cid@x.example,,1 Oak St,Springfield\nAna,,914-555-0100,,\n"
    ok_json(operator.post("/api/imports/customers", json={"csv": csv, "apply": True}))
    assert visitor


def test_existing_rows_get_the_customers_that_new_ones_would(operator: Api, visitor: Api, database: Database):
    arrange(operator, visitor)
    before = [
        {name: row[name] for name in ("name", "emails", "phones", "address", "bookings", "quotes", "totals")}
        for row in operator.every("/api/customers")
    ]
    forget_customers(database)

    update_customers(database, clock.now())
    after = operator.every("/api/customers")

    assert [{name: row[name] for name in before[0]} for row in after] == before
    assert [row["name"] for row in after] == ["Ana", "Bob", "Cid"]
    assert after[0]["emails"] == ["ana@x.example"]
    assert after[2]["address"] == "1 Oak St, Springfield"
    assert all(row["customer_id"] for row in rows.rows(database, "bookings"))
    assert rows.number(database, "customer_updates") == 0


def test_linking_again_changes_nothing(operator: Api, visitor: Api, database: Database):
    arrange(operator, visitor)
    forget_customers(database)
    update_customers(database, clock.now())
    before = rows.content(database)

    update_customers(database, clock.now() + timedelta(minutes=1))

    assert rows.content(database) == before


def test_reader_links_rows_of_an_older_server(operator: Api, database: Database):
    booking = operator.book(customerName="Ana", customerEmail="ana@x.example")
    with database.write_connection() as connection:
        connection.execute(text("UPDATE bookings SET customer_id = NULL"))

    (found,) = operator.every("/api/customers")

    assert found["bookings"] == 1
    assert ok_json(operator.get(f"/api/bookings/{booking['id']}"))["customerId"] == found["id"]


def test_interrupted_linking_goes_on_where_it_stopped(operator: Api, database: Database):
    for number in range(6):
        operator.book(customerName=f"Ana {number}", customerEmail=f"ana{number}@x.example")
    forget_customers(database)
    with database.write_connection() as connection:
        connection.execute(text("UPDATE bookings SET customer_id = 4711 WHERE number <= 3"))

    update_customers(database, clock.now())

    assert [row["customer_id"] for row in rows.rows(database, "bookings") if row["number"] <= 3] == [4711] * 3
    assert rows.number(database, "customers") == 3


def test_history_of_several_portions_is_linked(operator: Api, database: Database):
    count = 2 * catch_up.AT_ONCE + 1
    fill(database.url, operator.id, count)

    update_customers(database, clock.now())

    (known,) = operator.every("/api/customers", q=f"ada{count}@example.com")
    assert known["bookings"] == 1
    assert {row["bookings"] for row in rows.rows(database, "customers")} == {1}
    assert rows.number(database, "customers") == count
    assert rows.number(database, "customer_updates") == 0
