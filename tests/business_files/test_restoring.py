"""`marqueedesk restore-business`: restore one business from a backup, as a copy or in place."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyrage
import pytest
from fastapi import FastAPI
from sqlalchemy import delete, update
from typer.testing import CliRunner

from marqueedesk.accounts.models import User
from marqueedesk.backup.service import backup
from marqueedesk.business_files.errors import BusinessFileError
from marqueedesk.business_files.importing import import_business
from marqueedesk.business_files.restoring import Restored, restore_beside, restore_in_place
from marqueedesk.cli import app as cli
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from tests.business_files.conftest import comparable, settings_in, written
from tests.support import rows
from tests.support.api import Api, ok_json


def digests(database: Database) -> dict[int, str]:
    """A digest of all rows of each business."""
    found: dict[int, Any] = {}
    for name, content in rows.content(database).items():
        names = [column.name for column in rows.METADATA.tables[name].c]
        whose = "operator_id" if "operator_id" in names else "id" if name == "operators" else None
        if whose is not None:
            for row in content:
                owner = row[names.index(whose)]
                found.setdefault(owner, hashlib.sha256()).update(repr((name, row)).encode())
    return {operator: digest.hexdigest() for operator, digest in found.items()}


@pytest.fixture
def other(app: FastAPI, new_caller: Callable[[], Api]) -> Api:
    business = new_caller().register("other@example.com")
    business.add_letters("LOVE")
    business.book()
    return business


@pytest.fixture
def backed_up(filled: Api, other: Api, database: Database, tmp_path: Path) -> Path:
    """A backup of both businesses."""
    file = tmp_path / "backup.tar.gz"
    backup(database.url, tmp_path, file)
    return file


def in_place(database: Database, business: Api, file: Path, folder: Path) -> Restored:
    return restore_in_place(
        database, settings_in(folder), business.id, file, clock.now(), save_to=folder / "before.zip"
    )


def damage(database: Database, business: Api) -> dict[str, Any]:
    """Make a booking, and delete all others and the price list's items."""
    booking = business.book(message="EV")
    with database.write_connection() as connection:
        for name in ("handovers", "items", "venues"):
            table = rows.METADATA.tables[name]
            connection.execute(delete(table).where(table.c.operator_id == business.id))
        bookings = rows.METADATA.tables["bookings"]
        connection.execute(
            update(bookings)
            .where(bookings.c.operator_id == business.id, bookings.c.number == 1)
            .values(customer_name="Wrong")
        )
    return booking


def test_restore_in_place_matches_backup_and_changes_no_other_business(
    filled: Api, other: Api, database: Database, backed_up: Path, tmp_path: Path
):
    then = written(database, filled.id, tmp_path / "then.zip")
    newer = damage(database, filled)
    other.book()
    before, damaged = digests(database)[other.id], written(database, filled.id, tmp_path / "damaged.zip")

    done = in_place(database, filled, backed_up, tmp_path)

    kept = {"outbox": set[str](), "jobs": set[str](), "document_counters": set[str]()}
    now = written(database, filled.id, tmp_path / "now.zip")
    but = kept | {"operators": {"booking_numbers_used"}}
    assert comparable(now, but=but) == comparable(then, but=but)
    assert digests(database)[other.id] == before
    assert done.new_bookings == [newer["number"]]
    assert done.changed_bookings == [1]
    assert {one.table for one in done.changes if one.gone} == {"handovers", "items", "venues"}
    assert comparable(done.saved_to, but={}) == comparable(damaged, but={})
    # A number that a customer was given isn't used again.
    assert filled.book(message="E")["number"] == newer["number"] + 1
    assert ok_json(filled.get("/api/venues"))


def test_business_saved_before_restore_can_be_imported(
    filled: Api, database: Database, backed_up: Path, tmp_path: Path, target: Database
):
    newer = damage(database, filled)

    done = in_place(database, filled, backed_up, tmp_path)

    import_business(target, settings_in(tmp_path), done.saved_to, clock.now())
    numbers = [row["number"] for row in rows.rows(target, "bookings")]
    assert newer["number"] in numbers


def test_restore_in_place_keeps_current_team_and_emails(
    filled: Api, database: Database, backed_up: Path, tmp_path: Path, new_caller: Callable[[], Api]
):
    staff = new_caller().register("grace@example.com")
    rows.join_team(database, staff.id, filled.id, "staff")
    with database.write_connection() as connection:
        users = rows.METADATA.tables["users"]
        connection.execute(update(users).where(users.c.id == filled.id).values(password_hash="changed"))
    mails = rows.number(database, "outbox")

    in_place(database, filled, backed_up, tmp_path)

    assert rows.number(database, "outbox") >= mails
    with database.read() as db:
        owner = db.get(User, filled.id)
        assert owner is not None
        assert owner.password_hash == "changed"
    assert filled.id in {row["operator_id"] for row in rows.rows(database, "memberships") if row["role"] == "staff"}


def test_restore_beside_creates_a_copy_that_sends_no_email(
    filled: Api, other: Api, database: Database, backed_up: Path, tmp_path: Path
):
    then = written(database, filled.id, tmp_path / "then.zip")
    damage(database, filled)
    before = digests(database)

    copy, email = restore_beside(database, settings_in(tmp_path), filled.id, backed_up, clock.now())

    after = digests(database)
    assert {owner: digest for owner, digest in after.items() if owner in before} == before
    assert copy.name.endswith(" (restored)")
    (owner,) = [row for row in rows.rows(database, "users") if row["id"] == copy.operator_id]
    assert (owner["email"], owner["company_name"]) == (email, copy.name)
    (operator,) = [row for row in rows.rows(database, "operators") if row["id"] == copy.operator_id]
    assert operator["email_stopped_at"] is not None
    assert operator["public_key"] != filled.key
    but: dict[str, set[str]] = {
        "links": set(),
        "jobs": set(),
        "users": set(),
        "operators": {"public_key", "email_stopped_at"},
        "booking_links": {"digest"},
        "quotes": {"link_digest"},
        "message_settings": {"channels"},
        "outbox": {"state"},
    }
    again = written(database, copy.operator_id, tmp_path / "copy.zip")
    assert comparable(again, but=but) == comparable(then, but=but)


def test_restore_of_a_business_missing_in_the_backup_changes_nothing(
    filled: Api, backed_up: Path, database: Database, tmp_path: Path, new_caller: Callable[[], Api]
):
    newcomer = new_caller().register("newcomer@example.com")
    before = rows.content(database)

    with pytest.raises(BusinessFileError, match=f"There is no business with the id {newcomer.id}"):
        in_place(database, newcomer, backed_up, tmp_path)

    assert rows.content(database) == before
    assert not (tmp_path / "before.zip").exists()


def test_command_reads_an_encrypted_backup_and_lists_newer_bookings(
    filled: Api, other: Api, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    key = pyrage.x25519.Identity.generate()
    (tmp_path / "key").write_text(str(key))
    file = tmp_path / "backup.age"
    backup(database.url, tmp_path, file, recipient=str(key.to_public()))
    newer = filled.book(message="E")
    monkeypatch.setenv("MARQUEEDESK_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("MARQUEEDESK_DATABASE_URL", database.url)
    run = CliRunner().invoke
    command = ["restore-business", str(filled.id), "--from", str(file)]

    assert run(cli, command).exit_code == 1
    assert run(cli, [*command, "--owner-email", "a@example.com"]).exit_code == 2
    done = run(cli, [*command, "--identity", str(tmp_path / "key")])
    beside = run(cli, [*command, "--identity", str(tmp_path / "key"), "--beside"])

    assert done.exit_code == 0, done.output
    assert f"Bookings made since the backup: #{newer['number']}\n" in done.stdout
    assert len(list(tmp_path.glob("business-*-before-restore-*.zip"))) == 1
    assert beside.exit_code == 0, beside.output
    assert "(restored) was imported as business" in beside.stdout


def test_copy_can_neither_refund_charge_nor_push_books(filled: Api, other: Api, database: Database, tmp_path: Path):
    booking = filled.book(message="E")
    paid: dict[str, Any] = {
        "operator_id": filled.id,
        "booking_id": booking["id"],
        "entry": "payment",
        "kind": "card",
        "state": "received",
        "amount_cents": 100,
        "fee_cents": 0,
        "fee_returned_cents": 0,
        "provider_fee_cents": 0,
        "currency": "USD",
        "disputed_cents": 0,
        "reduces_cents": 0,
        "reduces_fee": False,
        "provider_id": "pi_1",
        "account_id": "acct_1",
        "created_at": clock.now(),
    }
    card: dict[str, Any] = {
        "operator_id": filled.id,
        "booking_id": booking["id"],
        "state": "kept",
        "key": "card-1",
        "account_id": "acct_1",
        "live": False,
        "wording": "Charge it when due.",
        "created_at": clock.now(),
    }
    tables = rows.METADATA.tables
    with database.write_connection() as connection:
        connection.execute(tables["booking_payments"].insert().values(paid))
        connection.execute(tables["kept_cards"].insert().values(card))
    file = tmp_path / "backup.tar.gz"
    backup(database.url, tmp_path, file)

    copy, _email = restore_beside(database, settings_in(tmp_path), filled.id, file, clock.now())
    in_place(database, filled, file, tmp_path)

    payments = {row["operator_id"]: row["provider_id"] for row in rows.rows(database, "booking_payments")}
    assert payments == {filled.id: "pi_1", copy.operator_id: None}
    assert {row["state"] for row in rows.rows(database, "kept_cards")} == {"removed"}
