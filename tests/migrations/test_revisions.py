"""Revisions on both databases: the resulting tables match the models, and existing rows are preserved."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext, RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Connection, MetaData, column, func, select, table, text, update
from sqlalchemy.exc import IntegrityError

from marqueedesk.backup.service import backup, restore
from marqueedesk.kit.db.database import Database
from marqueedesk.migrations import revision
from marqueedesk.tables import METADATA
from tests.support import databases
from tests.support.databases import Kind

EMPTY = dict.fromkeys(("VARCHAR", "TEXT", "STRING"), "") | {
    "DATE": date(2027, 6, 1),
    "BOOLEAN": False,
    "INTEGER": 1,
    "BIGINT": 1,
    "JSON": [],
    "JSONB": [],
    "TIMESTAMP": None,
}
"""Default values by column type."""


# Loading the scripts takes longer than most migrations.
SCRIPTS = ScriptDirectory(str(revision.HERE))


def migrate_to(connection: Connection, target: str) -> None:
    revision.run_scripts(connection, SCRIPTS, target)


def downgrade_to(connection: Connection, target: str) -> None:
    config = Config()
    config.attributes["connection"] = connection

    def steps(database_revision: str, _: MigrationContext) -> list[RevisionStep]:
        return SCRIPTS._downgrade_revs(target, database_revision)

    with EnvironmentContext(config, SCRIPTS, fn=steps, destination_rev=target):
        SCRIPTS.run_env()


def reflect(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found


def fill_operator(connection: Connection, operator: int = 7) -> None:
    """Insert a user and their operator into the tables of the current revision."""
    tables = reflect(connection).tables
    now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
    email = f"a{operator}@b.c"
    person = {"email": email, "email_key": email, "password_hash": "x", "username": "a", "role": "user"}
    connection.execute(tables["users"].insert().values(id=operator, is_active=True, created_at=now, **person))
    public_key = "mk_old" if operator == 7 else f"mk_{operator}"
    business = {"public_key": public_key, "time_zone": "UTC", "currency": "USD", "turnaround_days": 0, "hold_days": 7}
    rules = {"max_rental_days": 90, "approval_required": True, "is_active": True}
    connection.execute(tables["operators"].insert().values(id=operator, created_at=now, **business, **rules))


def _of_both_databases(_object: object, name: str | None, *_more: object) -> bool:
    """Exclude unique indexes that exist only on SQLite, such as those in place of a primary key."""
    return not (name or "").startswith("pk_") and name != "uq_operators_public_key"


def test_revisions_create_the_tables_of_the_models(bare: Database):
    revision.upgrade(bare)

    with bare.autocommit_connection() as connection:
        opts: dict[str, Any] = {"compare_type": True, "include_object": _of_both_databases}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, METADATA) == []


def test_existing_operators_get_no_allowed_sites(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0001")
        fill_operator(connection)
    revision.upgrade(bare)

    with bare.autocommit_connection() as connection:
        operators = METADATA.tables["operators"]
        rows = connection.execute(select(operators.c.public_key, operators.c.allowed_sites)).all()
    assert rows == [("mk_old", [])]


def test_old_server_can_insert_operators_after_revision_0002(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0002")
        fill_operator(connection)

    with bare.autocommit_connection() as connection:
        assert connection.scalar(select(METADATA.tables["operators"].c.allowed_sites)) == []


def test_existing_bookings_get_search_text(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0024")
        fill_operator(connection)
        bookings = reflect(connection).tables["bookings"]
        values = {column.name: EMPTY[type(column.type).__name__] for column in bookings.c if not column.nullable}
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        values |= {"id": 3, "operator_id": 7, "status": "pending", "source": "form", "created_at": now}
        values |= {"updated_at": now, "customer_name": "Émilie", "customer_phone": "(512) 555-0142"}
        connection.execute(bookings.insert().values(**values))
    revision.upgrade(bare)

    with bare.autocommit_connection() as connection:
        kept = connection.scalar(select(METADATA.tables["bookings"].c.search_text))
    assert str(kept).split("\n")[0] == "emilie (512) 555-0142 5125550142"


def test_backup_of_older_version_can_be_restored_and_migrated(bare: Database, database_kind: Kind, tmp_path: Path):
    with bare.write_connection() as connection:
        migrate_to(connection, "0024")
        fill_operator(connection)
    backup(bare.url, tmp_path / "data", tmp_path / "old.tar.gz")

    elsewhere = databases.new_unmigrated(database_kind)
    assert restore(elsewhere, tmp_path / "other", tmp_path / "old.tar.gz").revision == "0024"
    restored = Database(elsewhere, pool_size=2)
    try:
        revision.upgrade(restored)
        with restored.autocommit_connection() as connection:
            assert connection.scalars(select(METADATA.tables["operators"].c.public_key)).all() == ["mk_old"]
            assert connection.scalars(select(METADATA.tables["users"].c.email)).all() == ["a7@b.c"]
    finally:
        restored.close()


COLUMNS = {
    "sqlite": "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
}


def tables_of(connection: Connection) -> list[tuple[str, str]]:
    """Return all columns as sorted (table, column) pairs."""
    return sorted((table, column) for table, column in connection.execute(text(COLUMNS[connection.dialect.name])))


def test_each_downgrade_restores_the_previous_columns(bare: Database):
    revisions = [step.revision for step in SCRIPTS.walk_revisions()][::-1]
    assert len(revisions) > 10
    before: dict[str, list[tuple[str, str]]] = {}
    with bare.write_connection() as connection:
        for one in revisions:
            migrate_to(connection, one)
            before[one] = tables_of(connection)

    for one in revisions[-2::-1]:
        with bare.write_connection() as connection:
            downgrade_to(connection, one)
            assert tables_of(connection) == before[one], one


OLD_BOOKING = {
    "status": "pending",
    "source": "form",
    "message": "LOVE",
    "size": "4ft",
    "letter_count": 4,
    "color": "standard",
    "add_ons": [],
    "customer_name": "Ada",
    "customer_email": "ada@example.com",
    "venue_surcharge_cents": 0,
    "delivery_day": date(2027, 6, 1),
    "delivery_clock": "08:00:00",
    "delivery_time_given": False,
    "pickup_day": date(2027, 6, 2),
    "pickup_clock": "10:00:00",
    "pickup_time_given": False,
    "rental_days": 1,
    "turnaround_days": 0,
    "breakdown": {},
    "total_cents": 0,
    "deposit_cents": 0,
    "received_cents": 0,
    "possible_duplicate": False,
    "revision": 1,
}


def test_existing_bookings_are_numbered_per_business_in_creation_order(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0022")
        fill_operator(connection, 7)
        fill_operator(connection, 8)
        bookings = reflect(connection).tables["bookings"]
        for booking_id, operator, month in ((1, 7, 3), (2, 8, 1), (3, 7, 2), (4, 7, 4)):
            at = datetime(2027, month, 1, tzinfo=UTC)
            moment = at if connection.dialect.name == "postgresql" else at.isoformat()
            moments = {"created_at": moment, "updated_at": moment}
            connection.execute(bookings.insert().values(id=booking_id, operator_id=operator, **OLD_BOOKING, **moments))
        migrate_to(connection, "0023")

        numbered = reflect(connection).tables["bookings"].c
        found = connection.execute(select(numbered.id, numbered.number).order_by(numbered.id)).all()
    assert found == [(1, 2), (2, 1), (3, 1), (4, 3)]


def test_customized_template_body_gains_the_parts_once_added_after_it(bare: Database):
    settings = METADATA.tables["platform_settings"]
    words = {"confirmed": {"body": "Hurray.", "subject": "Yes"}, "password-reset": {"greeting": "Hello"}}
    with bare.write_connection() as connection:
        migrate_to(connection, "0023")
        now = datetime(2027, 3, 3, tzinfo=UTC)
        connection.execute(settings.insert().values(name="mail_templates", held={"value": words}, updated_at=now))

    revision.upgrade(bare)
    with bare.autocommit_connection() as connection:
        held = connection.execute(select(settings.c.held)).scalar_one()
    assert held["value"] == words | {
        "confirmed": {
            "body": "{sign}\n\nHurray.\n\n{details}\n\n{price}\n\n{notes}\n\n{button}",
            "subject": "Yes",
        }
    }


def _at_the_one_before(database: Database) -> None:
    with database.write_connection() as connection:
        migrate_to(connection, revision.known()[-2])


def _with_an_operator_of_0015(database: Database) -> None:
    with database.write_connection() as connection:
        migrate_to(connection, "0015")
        fill_operator(connection)


def _migrate(database: Database, lock_wait: timedelta) -> None:
    revision.upgrade(database, lock_wait=lock_wait, timeout=timedelta(seconds=30))


@pytest.mark.postgres_only  # SQLite has one write lock for the database, and readers never wait.
def test_migration_waiting_for_busy_table_does_not_block_others(bare: Database):
    """A long read must not make other transactions queue behind the migration (docs/adr/0016)."""
    _with_an_operator_of_0015(bare)
    # Revision 0016 alters the operators table, which this transaction keeps reading.
    with ThreadPoolExecutor(1) as beside, bare.write_connection() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM operators").all()
        migration = beside.submit(_migrate, bare, lock_wait=timedelta(seconds=0.3))
        slowest = 0.0
        for _ in range(12):
            began = monotonic()
            with bare.autocommit_connection() as other:
                other.exec_driver_sql("SELECT count(*) FROM operators").all()
            slowest = max(slowest, monotonic() - began)
            sleep(0.1)
        assert not migration.done(), "the migration waits for the reader"

    migration.result()
    assert slowest < 3, "one attempt at the lock, far below the request timeout"
    with bare.autocommit_connection() as connection:
        assert revision.current(connection) == revision.newest()


@pytest.mark.postgres_only  # SQLite has one lock, so deadlocks cannot occur.
def test_migration_retries_after_deadlock_with_another_transaction(bare: Database):
    _with_an_operator_of_0015(bare)
    with ThreadPoolExecutor(1) as beside, bare.write_connection() as other:
        # PostgreSQL cancels the transaction that detects the deadlock first: the migration.
        other.exec_driver_sql("SET LOCAL deadlock_timeout = '1min'")
        other.exec_driver_sql("SELECT count(*) FROM operators").all()
        migration = beside.submit(_migrate, bare, lock_wait=timedelta(seconds=10))
        with bare.autocommit_connection() as looking:
            until = monotonic() + 20
            while not looking.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE NOT granted").scalar():
                assert monotonic() < until, "the migration has to wait for the reader"
                sleep(0.02)
        other.exec_driver_sql(f"SELECT pg_advisory_xact_lock({revision._PG_LOCK})").all()
        assert not migration.done(), "the migration retries"

    migration.result()
    with bare.autocommit_connection() as connection:
        assert revision.current(connection) == revision.newest()


@pytest.mark.postgres_only  # SQLite has no statement timeout.
def test_migration_over_statement_timeout_is_rolled_back_and_reported(bare: Database):
    _at_the_one_before(bare)
    with bare.autocommit_connection() as connection:
        # Every revision updates alembic_version, so a slow trigger there slows the newest one.
        connection.exec_driver_sql(
            "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NEW; END'"
        )
        connection.exec_driver_sql(
            "CREATE TRIGGER slow BEFORE UPDATE ON alembic_version FOR EACH ROW EXECUTE FUNCTION slow()"
        )
    with pytest.raises(revision.CannotMigrate, match="--statement-minutes"):
        revision.upgrade(bare, longest_statement=timedelta(milliseconds=50))
    with bare.autocommit_connection() as connection:
        assert revision.current(connection) == revision.known()[-2]


@pytest.mark.postgres_only  # SQLite relies on its write lock.
def test_migration_fails_after_waiting_for_another_server_migrating(bare: Database):
    _at_the_one_before(bare)
    with bare.write_connection() as connection:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7205461)")
        with pytest.raises(revision.CannotMigrate, match="another server is migrating"):
            revision.upgrade(bare, timeout=timedelta(seconds=0.5))


def test_database_of_newer_version_is_not_migrated(bare: Database):
    revision.upgrade(bare)
    with bare.write_connection() as connection:
        connection.execute(update(revision.VERSION).values(version_num="9999"))
    with pytest.raises(revision.CannotMigrate, match="newer version"):
        revision.upgrade(bare)


def test_existing_plan_payments_get_live_mode_and_refunded_amount(bare: Database):
    """Business 7 has only a test customer, 8 has one test and one live customer, 9 has none."""
    with bare.write_connection() as connection:
        migrate_to(connection, "0071")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        for operator in (7, 8, 9):
            fill_operator(connection, operator)
        tables = reflect(connection).tables
        for name, operator, live in (("cus_7", 7, False), ("cus_8", 8, False), ("cus_9", 8, True)):
            ids = {"id": name, "operator_id": operator, "live": live, "kind": "customer", "created_at": now}
            connection.execute(tables["provider_ids"].insert().values(**ids))
        plan = {"name": "P", "price_cents": 1, "interval": "monthly", "features": [], "is_active": True}
        plan |= {"trial_days": 0, "nonce": "n", "created_at": now, "updated_at": now}
        connection.execute(tables["subscription_plans"].insert().values(id=1, **plan))
        for number, operator, customer in ((1, 7, "cus_7"), (2, 8, "cus_9"), (3, 9, None)):
            row = {"id": number, "operator_id": operator, "plan_id": 1, "price_cents": 1, "interval": "monthly"}
            row |= {"status": "active", "cancel_at_period_end": False, "card_setup_open": False}
            row |= {"stripe_customer_id": customer, "created_at": now, "updated_at": now}
            row |= {"stripe_subscription_id": customer and f"sub_{number}"}
            connection.execute(tables["user_subscriptions"].insert().values(**row))
        paid = ((1, 7, 1, "refunded"), (2, 8, 2, "succeeded"), (3, 7, None, "succeeded"), (4, 8, None, "refunded"))
        for number, operator, subscription, status in (*paid, (5, 9, None, "succeeded")):
            row = {"id": number, "operator_id": operator, "subscription_id": subscription, "status": status}
            row |= {"amount_cents": 2900, "currency": "USD", "asked_at": now, "created_at": now}
            connection.execute(tables["payment_history"].insert().values(**row))
        migrate_to(connection, "0072")

        payments, made = METADATA.tables["payment_history"].c, METADATA.tables["user_subscriptions"].c
        went_back = connection.execute(select(payments.live, payments.refunded_cents).order_by(payments.id)).all()
        modes = connection.execute(select(made.live).order_by(made.id)).scalars().all()
    assert went_back == [(False, 2900), (True, 0), (False, 0), (True, 2900), (True, 0)]
    assert modes == [False, True, None]


def test_existing_connected_accounts_and_disputes_get_live_mode(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0073")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        fill_operator(connection)
        tables = reflect(connection).tables
        booking = OLD_BOOKING | {"created_at": now, "updated_at": now, "operator_id": 7, "total_cents": 25_000}
        connection.execute(tables["bookings"].insert().values(**booking | {"id": 1, "number": 1}))
        for number, name, live in ((1, "acct_test", False), (2, "acct_live", True)):
            ids = {"id": name, "operator_id": 7, "live": live, "kind": "account", "created_at": now}
            connection.execute(tables["provider_ids"].insert().values(**ids))
            may = dict.fromkeys(("details_submitted", "charges_enabled", "payouts_enabled"), True)
            row = {"id": name, "operator_id": 7, "asked_at": now, **may}
            connection.execute(tables["connected_accounts"].insert().values(**row))
            row = {"id": number, "operator_id": 7, "booking_id": 1, "entry": "payment", "kind": "card"}
            row |= {"live": live, "disputed_cents": 0}
            row |= {"state": "received", "amount_cents": 10_000, "fee_cents": 0, "currency": "USD", "created_at": now}
            connection.execute(tables["booking_payments"].insert().values(**row))
            row = {"id": number, "operator_id": 7, "payment_id": number, "provider_id": f"dp_{number}"}
            row |= {"status": "lost", "reason": "fraudulent", "amount_cents": 10_000, "withdrawn_cents": 10_000}
            row |= {"fee_cents": 0, "currency": "USD", "asked_at": now, "created_at": now}
            connection.execute(tables["payment_disputes"].insert().values(**row))
        migrate_to(connection, "0074")

        tables = reflect(connection).tables
        accounts, disputes = tables["connected_accounts"].c, tables["payment_disputes"].c
        assert [bool(live) for live in connection.scalars(select(accounts.live).order_by(accounts.id))] == [True, False]
        assert [bool(live) for live in connection.scalars(select(disputes.live).order_by(disputes.id))] == [False, True]


def test_existing_bookings_get_disputed_and_lost_amounts(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0072")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        fill_operator(connection)
        tables = reflect(connection).tables
        moments = {"created_at": now, "updated_at": now}
        for booking in (1, 2):
            row = OLD_BOOKING | moments | {"id": booking, "number": booking, "operator_id": 7, "total_cents": 25_000}
            connection.execute(tables["bookings"].insert().values(**row))
        paid = (("received", "lost", 5_000), ("received", "disputed", 7_000), ("received", "won", 900))
        for number, (state, dispute, cents) in enumerate((*paid, ("canceled", "lost", 30)), 1):
            row = {"id": number, "operator_id": 7, "booking_id": 2, "entry": "payment", "kind": "card", "state": state}
            row |= {"amount_cents": 10_000, "fee_cents": 0, "currency": "USD", "created_at": now}
            row |= {"dispute": dispute, "disputed_cents": cents}
            connection.execute(tables["booking_payments"].insert().values(**row))
        migrate_to(connection, "0073")

        bookings = reflect(connection).tables["bookings"].c
        found = select(bookings.id, bookings.disputed_cents, bookings.lost_cents).order_by(bookings.id)
        assert connection.execute(found).all() == [(1, 0, 0), (2, 7_000, 5_000)]


def test_inventory_spellings_of_one_piece_are_merged(bare: Database):
    """Business 7 has hearts and digits in several spellings, 8 has one heart, 9 none."""
    with bare.write_connection() as connection:
        migrate_to(connection, "0081")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        moments = {"created_at": now, "updated_at": now}
        for operator in (7, 8, 9):
            fill_operator(connection, operator)
        tables = reflect(connection).tables
        owned = [(1, 7, "♥", 3), (2, 7, "❤", 2), (3, 7, "5⃣", 1), (4, 7, "A", 9), (5, 8, "♥", 4), (6, 9, "❤", 1)]
        for number, operator, letter, quantity in owned:
            row = {"id": number, "operator_id": operator, "letter": letter, "size": "4ft", "finish": ""}
            row |= {
                "quantity": quantity,
                "price_per_day_cents": 2500,
                "slot": f"Rack {number}" if number == 1 else None,
            }
            connection.execute(tables["letter_inventory"].insert().values(**row))
        days = {"first_day": date(2027, 6, 1), "last_day": date(2027, 6, 3)}
        held = [("booking", 1, "♥", 1), ("booking", 1, "❤", 1), ("booking", 1, "５", 2), ("outage", 1, "♥", 1)]
        for kind, holder, letter, count in held:
            row = {"operator_id": 7, "kind": kind, "holder_id": holder, "letter": letter, "size": "4ft", "finish": ""}
            connection.execute(tables["letter_holds"].insert().values(**row | days | {"count": count}))
        outage = {"id": 1, "operator_id": 7, "inventory_id": 1, "letter": "♥", "size": "4ft", "finish": "", "count": 1}
        outage |= days | {"kind": "repair", "created_at": now}
        connection.execute(tables["letter_outages"].insert().values(**outage))
        booking = OLD_BOOKING | moments | {"id": 1, "number": 1, "operator_id": 7, "total_cents": 25_000}
        connection.execute(tables["bookings"].insert().values(**booking))
        for letter in ("♥", "❤"):
            row = {"operator_id": 7, "booking_id": 1, "size": "4ft", "letter": letter, "finish": "", "count": 1}
            connection.execute(tables["pieces_out"].insert().values(**row))
        move = {"size": "4ft", "letter": "♥", "finish": "", "count": 1, "outcome": "ok", "note": None}
        row = {"id": 1, "operator_id": 7, "booking_id": 1, "client_id": "c", "fingerprint": "f", "kind": "out"}
        row |= {"at": now, "recorded_at": now, "who": "A", "lines": [move, move | {"size": "#", "letter": "12"}]}
        connection.execute(tables["handovers"].insert().values(**row))
        demand = {"operator_id": 7, "form_key": "k", "size": "4ft", "message": "♥", "total_cents": 1, "sent": True}
        demand |= {"short": [{"letter": "♥", "size": "4ft", "needed": 2, "free": 0}], "needs": [["4ft", "♥", "", 2]]}
        connection.execute(tables["unmet_demand"].insert().values(**demand | days | {"seen_at": now}))
        migrate_to(connection, "0082")

        of = METADATA.tables
        stock = of["letter_inventory"].c
        kept = select(stock.id, stock.operator_id, stock.letter, stock.quantity, stock.slot).order_by(stock.id)
        assert connection.execute(kept).all() == [
            (2, 7, "❤", 5, "Rack 1"),
            (3, 7, "5", 1, None),
            (4, 7, "A", 9, None),
            (5, 8, "❤", 4, None),
            (6, 9, "❤", 1, None),
        ]
        holds = of["letter_holds"].c
        kept = select(holds.kind, holds.letter, holds.count).order_by(holds.kind, holds.letter)
        assert connection.execute(kept).all() == [("booking", "5", 2), ("booking", "❤", 2), ("outage", "❤", 1)]
        outages, out = of["letter_outages"].c, of["pieces_out"].c
        assert connection.execute(select(outages.inventory_id, outages.letter)).all() == [(2, "❤")]
        assert connection.execute(select(out.letter, out.count)).all() == [("❤", 2)]
        moves = connection.scalar(select(of["handovers"].c.lines))
        assert [line["letter"] for line in moves or ()] == ["❤", "12"]
        unmet = of["unmet_demand"].c
        assert connection.execute(select(unmet.short, unmet.needs)).one() == (
            [{"letter": "❤", "size": "4ft", "needed": 2, "free": 0}],
            [["4ft", "❤", "", 2]],
        )


def test_existing_search_text_drops_apostrophes_and_hyphens(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0082")
        fill_operator(connection)
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        tables = reflect(connection).tables
        for number, name in enumerate(("Łukasz O’Connor", "Jean-Luc", "Ann"), 1):
            row = OLD_BOOKING | {"created_at": now, "updated_at": now, "operator_id": 7, "total_cents": 25_000}
            row |= {"id": number, "number": number, "customer_name": name, "search_text": name.lower()}
            connection.execute(tables["bookings"].insert().values(**row))
        migrate_to(connection, "0083")

        bookings = METADATA.tables["bookings"].c
        texts = connection.scalars(select(bookings.search_text).order_by(bookings.id)).all()
    assert [text.split(" ada@")[0] for text in texts] == ["lukasz oconnor", "jeanluc", "ann"]


def test_normalized_discount_code_keys_stay_linked_to_bookings(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0082")
        fill_operator(connection)
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        tables = reflect(connection).tables
        spelled = {"operator_id": 7, "code": "ＳＵＭＭＥＲ", "key": "ｓｕｍｍｅｒ", "created_at": now}
        columns = {
            column.name: spelled.get(column.name, EMPTY.get(str(column.type).partition("(")[0]))
            for column in tables["discount_codes"].columns
            if column.name in spelled or not column.nullable
        }
        connection.execute(tables["discount_codes"].insert().values(**columns))
        row = OLD_BOOKING | {"created_at": now, "updated_at": now, "operator_id": 7, "total_cents": 25_000}
        connection.execute(
            tables["bookings"].insert().values(**row, id=1, number=1, search_text="", discount_code="ｓｕｍｍｅｒ")
        )
        migrate_to(connection, "0083")

        keys = connection.scalar(select(METADATA.tables["discount_codes"].c.key))
        used = connection.scalar(select(METADATA.tables["bookings"].c.discount_code))
    assert (keys, used) == ("summer", "summer")


def test_payments_and_bookings_before_authorizations_have_none(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0086")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        fill_operator(connection, 7)
        tables = reflect(connection).tables
        moments = {"created_at": now, "updated_at": now}
        booking = OLD_BOOKING | moments | {"id": 1, "number": 1, "operator_id": 7, "total_cents": 25_000}
        connection.execute(tables["bookings"].insert().values(**booking))
        row = {"id": 1, "operator_id": 7, "booking_id": 1, "entry": "payment", "kind": "card", "state": "open"}
        row |= {"amount_cents": 5_000, "fee_cents": 0, "currency": "USD", "created_at": now, "disputed_cents": 0}
        connection.execute(tables["booking_payments"].insert().values(**row))
        migrate_to(connection, "0087")

        bookings, payments = (reflect(connection).tables[name].c for name in ("bookings", "booking_payments"))
        assert connection.execute(select(bookings.authorized_cents, bookings.authorized_until)).all() == [(0, None)]
        assert [tuple(row) for row in connection.execute(select(payments.on_approval, payments.authorized_at))] == [
            (False, None)
        ]


def test_payments_before_fees_in_other_currencies_keep_their_fee(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0103")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        fill_operator(connection, 7)
        tables = reflect(connection).tables
        moments = {"created_at": now, "updated_at": now}
        booking = OLD_BOOKING | moments | {"id": 1, "number": 1, "operator_id": 7, "total_cents": 25_000}
        connection.execute(tables["bookings"].insert().values(**booking))
        row = {"id": 1, "operator_id": 7, "booking_id": 1, "entry": "payment", "kind": "card", "state": "received"}
        row |= {"amount_cents": 5_000, "fee_cents": 0, "provider_fee_cents": 175, "currency": "USD", "created_at": now}
        connection.execute(tables["booking_payments"].insert().values(**row, disputed_cents=0))
        migrate_to(connection, "0104")

        columns = reflect(connection).tables["booking_payments"].c
        kept = select(columns.provider_fee_cents, columns.settled_fee_cents, columns.exchange_rate)
        assert connection.execute(kept).all() == [(175, None, None)]
        downgrade_to(connection, "0103")
        assert "settled_fee_cents" not in reflect(connection).tables["booking_payments"].c


def test_accountants_become_staff_before_the_version_that_has_them(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0106")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        fill_operator(connection, 7)
        tables = reflect(connection).tables
        roles = {"memberships": "role", "invitations": "part"}
        member = {"user_id": 7, "operator_id": 7, "created_at": now, "role": "accountant"}
        connection.execute(tables["memberships"].insert().values(**member))
        invitation = {"id": 3, "operator_id": 7, "email": "a@b.example", "email_key": "a@b.example", "nonce": "n"}
        invitation |= {"part": "accountant", "invited_by": "Ada"} | dict.fromkeys(("created_at", "sent_at"), now)
        connection.execute(tables["invitations"].insert().values(**invitation, expires_at=now))
        downgrade_to(connection, "0105")
        for table, column in roles.items():
            assert connection.execute(select(tables[table].c[column])).scalars().all() == ["staff"]
            with pytest.raises(IntegrityError), connection.begin_nested():
                connection.execute(tables[table].update().values({column: "accountant"}))
        migrate_to(connection, "0106")
        for table, column in roles.items():
            connection.execute(tables[table].update().values({column: "accountant"}))


def test_months_closed_before_the_migration_keep_current_account_numbers(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0109")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        tables = reflect(connection).tables
        for operator in (7, 8):
            fill_operator(connection, operator)
            for period, state in (("2027-01", "closed"), ("2027-02", "open")):
                row = {"operator_id": operator, "period": period, "state": state, "at": now, "by": "Ada"}
                connection.execute(tables["book_periods"].insert().values(**row))
        connection.execute(tables["account_numbers"].insert().values(operator_id=7, account="cash", number="1000"))
        migrate_to(connection, "0110")

        rows = table("book_periods", column("operator_id"), column("period"), column("numbers", JSON))
        kept = connection.execute(select(rows).order_by(rows.c.operator_id, rows.c.period)).all()
        assert [row.numbers for row in kept] == [{"cash": "1000"}, None, {}, None]


def test_exemptions_of_customers_move_to_the_sales_tax_by_address(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0122")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        fill_operator(connection, 7)
        lists = table("price_lists", column("operator_id"), column("data", JSON))
        stored = {"email": "B@x.example", "name": "Bo", "certificate": "B-1", "expires_on": None}
        tax = {"places": [], "other_ppm": None, "untaxed": [], "customers": [stored]}
        connection.execute(lists.insert().values(operator_id=7, data={"minimum_order_cents": 5, "sales_tax": tax}))
        people = reflect(connection).tables["customers"]
        typed = table("customers", *(column(c.name) for c in people.c if c.name not in {"emails", "tax_exemption"}))
        typed.append_column(column("emails", JSON))
        typed.append_column(column("tax_exemption", JSON))
        row = {"operator_id": 7, "name": "Ana", "name_key": "ana", "search_text": "", "phones": "[]"}
        row |= {"created_at": now, "updated_at": now}
        exemption = {"certificate": "A-1", "expires_on": "2027-06-01"}
        rows = [(1, ["b@x.example", "a@x.example"], exemption), (2, [], exemption), (3, ["c@x.example"], None)]
        for customer_id, emails, stored_exemption in rows:
            values = row | {"id": customer_id, "emails": emails, "tax_exemption": stored_exemption}
            connection.execute(typed.insert().values(**values))
        migrate_to(connection, "0123")

        data = connection.execute(select(lists.c.data)).scalar_one()
        moved = {"email": "a@x.example", "name": "Ana", **exemption}
        assert (data["minimum_order_cents"], data["sales_tax"]["customers"]) == (5, [moved, stored])
        assert "tax_exemption" not in reflect(connection).tables["customers"].c
        downgrade_to(connection, "0122")
        assert "tax_exemption" in reflect(connection).tables["customers"].c


def test_business_with_the_oldest_settings_keeps_a_number_that_several_use(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0125")
        number, service = "+15185550100", "MG0123456789abcdef"
        rows = [(7, "04", number, None), (8, "03", number, None), (9, "05", None, service), (10, "06", None, None)]
        rows += [(11, "07", None, service.upper())]
        for operator, day, own_number, own_service in rows:
            fill_operator(connection, operator)
            sms_settings = reflect(connection).tables["sms_settings"]
            values = {"number": own_number, "messaging_service_sid": own_service, "staff_see": False}
            now = f"2027-03-{day}T12:00:00.000000Z"
            connection.execute(sms_settings.insert().values(operator_id=operator, updated_at=now, **values))
        migrate_to(connection, "0128")

        tables = reflect(connection).tables
        senders, notes = tables["text_senders"], tables["notifications"]
        kept = connection.execute(select(senders.c.operator_id, senders.c.sender).order_by(senders.c.operator_id)).all()
        assert [tuple(row) for row in kept] == [(8, number), (9, service)]
        notified = connection.execute(select(notes.c.operator_id, notes.c.title).order_by(notes.c.operator_id)).all()
        assert [row.operator_id for row in notified] == [7, 11]
        assert number in notified[0].title
        downgrade_to(connection, "0125")
        old = reflect(connection).tables["sms_settings"]
        restored = connection.execute(
            select(old.c.operator_id, old.c.number, old.c.messaging_service_sid).order_by(old.c.operator_id)
        ).all()
        assert [tuple(row) for row in restored] == [
            (7, None, None),
            (8, number, None),
            (9, None, service),
            (10, None, None),
            (11, None, None),
        ]


def test_decided_late_fees_stay_as_damage_before_the_version_that_has_them(bare: Database):
    with bare.write_connection() as connection:
        migrate_to(connection, "0156")
        now = func.now() if connection.dialect.name == "postgresql" else "2027-03-03T12:00:00.000000Z"
        fill_operator(connection, 7)
        tables = reflect(connection).tables
        moments = {"created_at": now, "updated_at": now}
        own = {"id": 1, "operator_id": 7}
        booking = OLD_BOOKING | moments | own | {"number": 1, "charges_cents": 4_000}
        rows = {"bookings": booking, "ledger_entries": own | {"recorded_at": now}}
        rows["ledger_lines"] = own | {"entry_id": 1, "account": "late_fee_income", "cents": -4_000}
        rows["account_numbers"] = {"operator_id": 7, "account": "late_fee_income", "number": "4100"}
        for name, row in rows.items():
            needed = [column for column in tables[name].c if not column.nullable and column.server_default is None]
            empty = {column.name: EMPTY[type(column.type).__name__] for column in needed}
            connection.execute(tables[name].insert().values(**empty | row))
        charge = {"operator_id": 7, "booking_id": 1, "kind": "late", "count": 1, "note": "Payment due June 3, 2027"}
        charge |= dict.fromkeys(("size", "letter", "finish"), "") | {"at": now, "who": "Automatic", "tax_cents": 0}
        for month, state in enumerate(("charged", "waived", "proposed")):
            late = {"late_due": date(2027, 6, 3), "late_part": 0, "late_cents": 80_000, "late_month": month}
            connection.execute(tables["booking_charges"].insert().values(**charge, **late, id=month + 1, state=state))
        downgrade_to(connection, "0154")

        charges = reflect(connection).tables["booking_charges"].c
        assert "late_due" not in charges
        kept = connection.execute(select(charges.kind, charges.state, charges.note).order_by(charges.id)).all()
        assert [tuple(row) for row in kept] == [("repair", state, charge["note"]) for state in ("charged", "waived")]
        for name in ("ledger_lines", "account_numbers"):
            assert connection.scalars(select(tables[name].c.account)).all() == ["damage_income"]
