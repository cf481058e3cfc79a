"""`marqueedesk export-business` and `import-business`: same content with new ids, within and across databases."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pyrage
import pytest
from fastapi import FastAPI
from typer.testing import CliRunner

from marqueedesk.accounts.models import SecondFactor
from marqueedesk.app import create_app
from marqueedesk.backup.archive import BackupError
from marqueedesk.business_files.errors import BusinessFileError
from marqueedesk.business_files.exporting import export
from marqueedesk.business_files.file_format import FileReader
from marqueedesk.business_files.importing import ImportOptions, import_business
from marqueedesk.business_files.references import BY_KIND
from marqueedesk.cli import app as cli
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.settings import Settings
from tests.business_files.conftest import comparable, far_ids, settings_in, written
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json

OTHERWISE = {
    # Links work by the old tokens and by those of the new ids.
    "links": set[str](),
    "booking_links": {"digest"},
    "calendar_feeds": {"digest"},
    "quotes": {"link_digest"},
    "jobs": set[str](),
}
"""Columns other than ids that may differ after an import; an empty set means the whole table."""


def opened_app(target: Database, folder: Path) -> FastAPI:
    return create_app(Settings(database_url=target.url, data_dir=folder, rate_limits="off", worker="off"))


def test_second_export_after_import_differs_only_in_ids(
    filled: Api, database: Database, target: Database, tmp_path: Path
):
    first = written(database, filled.id, tmp_path / "first.zip")

    done = import_business(target, settings_in(tmp_path), first, clock.now())

    again = written(target, done.operator_id, tmp_path / "again.zip")
    before, after = comparable(first, but=OTHERWISE), comparable(again, but=OTHERWISE)
    assert {name for name in before if before[name] != after[name]} == set()
    assert far_ids(again) == {}
    assert sum(1 for found in before.values() if found) >= 35


def test_import_replaces_every_kind_of_reference(filled: Api, database: Database, tmp_path: Path):
    file = written(database, filled.id, tmp_path / "business.zip")

    unknown = [
        (table, row[kind])
        for (table, column), (kind, targets) in BY_KIND.items()
        for row in read(file, table)
        if row[column] is not None and (row[kind] or "") not in targets and "" not in targets
    ]

    assert unknown == []
    assert {row["kind"] for row in read(file, "links")} > {"booking", "quote", "contract"}


def read(file: Path, table: str) -> list[dict[str, Any]]:
    with FileReader(file) as reader:
        return list(reader.rows(rows.METADATA.tables[table]))


def test_people_keep_passwords_and_customers_keep_links(
    filled: Api,
    database: Database,
    target: Database,
    tmp_path: Path,
    caller_of: Callable[[FastAPI], Api],
    new_caller: Callable[[], Api],
):
    staff = new_caller().register("grace@example.com")
    rows.join_team(database, staff.id, filled.id, "staff")
    booking = filled.book(message="E")
    token = filled.booking_token(booking["id"])
    file = written(database, filled.id, tmp_path / "business.zip")

    done = import_business(target, settings_in(tmp_path), file, clock.now())

    app = opened_app(target, tmp_path)
    try:
        owner = caller_of(app).login(filled.user["email"])
        assert owner.id == done.operator_id
        assert caller_of(app).login("grace@example.com").get("/api/reports/revenue").status_code == 403
        found = ok_json(caller_of(app).get(f"/api/public/bookings/{token}"))
        assert found["number"] == booking["number"]
        (same,) = [one for one in ok_json(owner.get("/api/bookings")) if one["number"] == booking["number"]]
        # The link is shown with a token of this installation, and both work.
        shown = owner.booking_token(same["id"])
        assert shown != token
        assert ok_json(caller_of(app).get(f"/api/public/bookings/{shown}"))["number"] == booking["number"]
        assert ok_json(caller_of(app).get("/api/booking-form", params={"key": filled.key}))
        assert owner.book(message="L")["number"] == booking["number"] + 1
    finally:
        app.state.database.close()


def test_import_of_existing_business_needs_owner_email_and_gets_new_key(
    filled: Api, database: Database, tmp_path: Path
):
    file = written(database, filled.id, tmp_path / "business.zip")
    before = rows.content(database)

    with pytest.raises(BusinessFileError, match="--owner-email"):
        import_business(database, settings_in(tmp_path), file, clock.now())
    assert rows.content(database) == before

    options = ImportOptions(owner_email="second@example.com")
    done = import_business(database, settings_in(tmp_path), file, clock.now(), options=options)

    again = written(database, done.operator_id, tmp_path / "again.zip")
    but = OTHERWISE | {"users": {"email", "email_key"}, "operators": {"public_key"}}
    but["booking_payments"] = {"provider_id", "account_id", "customer_id", "transfer_id"}
    assert comparable(file, but=but) == comparable(again, but=but)
    assert comparable(written(database, filled.id, tmp_path / "same.zip"), but={}) == comparable(file, but={})
    assert "Its form key is already in use here, so the form has a new key." in done.notes


@pytest.mark.either_database
def test_user_with_existing_account_keeps_account_and_business(
    filled: Api, database: Database, target: Database, tmp_path: Path, new_caller: Callable[[], Api]
):
    staff = new_caller().register("grace@example.com")
    rows.join_team(database, staff.id, filled.id, "staff")
    file = written(database, filled.id, tmp_path / "business.zip")
    other = new_caller().register("owner2@example.com")
    import_business(target, settings_in(tmp_path), written(database, other.id, tmp_path / "other.zip"), clock.now())
    with target.write_connection() as connection:
        users = rows.METADATA.tables["users"]
        connection.execute(users.update().values(email="grace@example.com", email_key="grace@example.com"))
    before = rows.rows(target, "users")

    done = import_business(target, settings_in(tmp_path), file, clock.now())

    assert rows.rows(target, "users")[: len(before)] == before
    memberships = {row["user_id"]: row["operator_id"] for row in rows.rows(target, "memberships")}
    assert memberships == {before[0]["id"]: before[0]["id"], done.operator_id: done.operator_id}
    assert done.notes[0] == "grace@example.com already has an account here. It was not changed."


@pytest.mark.either_database
def test_administrator_rights_are_not_imported(filled: Api, database: Database, target: Database, tmp_path: Path):
    with database.write_connection() as connection:
        connection.execute(rows.METADATA.tables["users"].update().values(role="admin"))
    file = written(database, filled.id, tmp_path / "business.zip")

    import_business(target, settings_in(tmp_path), file, clock.now())

    assert [row["role"] for row in rows.rows(target, "users")] == ["user"]


@pytest.mark.either_database
@pytest.mark.parametrize("same_key", [True, False])
def test_second_factor_is_imported_only_with_the_source_key(
    same_key: bool, operator: Api, database: Database, target: Database, tmp_path: Path
):
    source = settings_in(tmp_path / "a", secret_keys="6f1c0e9b7a2d4853b1f7c6d2e8a90435")
    keys = "0b7a2d4853b1f7c6d2e8a904356f1c0e" + (",6f1c0e9b7a2d4853b1f7c6d2e8a90435" if same_key else "")
    here = settings_in(tmp_path / "b", secret_keys=keys)
    with database.write() as db:
        db.add(SecondFactor(user_id=operator.id, secret=seal(source, "JBSWY3DP"), created_at=clock.now()))
    file = written(database, operator.id, tmp_path / "business.zip")

    done = import_business(target, here, file, clock.now())

    found = [unseal(here, row["secret"]) for row in rows.rows(target, "second_factors")]
    assert found == (["JBSWY3DP"] if same_key else [])
    assert [note for note in done.notes if "MARQUEEDESK_SECRET_KEYS" in note] == done.notes
    assert bool(done.notes) is not same_key


def changed(file: Path, to: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Copy a file with another manifest."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(to, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                manifest = orjson.loads(content)
                change(manifest)
                content = orjson.dumps(manifest)
            new.writestr(name, content)
    return to


@pytest.mark.either_database
def test_damaged_files_are_rejected_with_one_line(operator: Api, database: Database, target: Database, tmp_path: Path):
    operator.add_letters("LOVE")
    file = written(database, operator.id, tmp_path / "business.zip")
    content = file.read_bytes()

    def refused(path: Path, reason: str) -> None:
        with pytest.raises((BusinessFileError, BackupError), match=reason) as raised:
            import_business(target, settings_in(tmp_path), path, clock.now())
        assert "\n" not in str(raised.value)

    for length in (0, 10, len(content) // 2, len(content) - 1):
        (tmp_path / "short.zip").write_bytes(content[:length])
        refused(tmp_path / "short.zip", "is not a complete file")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(tmp_path / "other.zip", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b'"letter":"L"', b'"letter":"K"'))
    refused(tmp_path / "other.zip", "letter_inventory.jsonl does not match the manifest")
    refused(tmp_path / "missing.zip", "File not found")
    old_schema = changed(file, tmp_path / "old.zip", lambda manifest: manifest.update(revision="0001"))
    refused(old_schema, "schema 0001; this version reads schema")
    refused(changed(file, tmp_path / "new.zip", lambda manifest: manifest.update(format=2)), "has format 2")
    refused(changed(file, tmp_path / "odd.zip", lambda manifest: manifest.update(odd=2)), "is not a complete file")
    refused(changed(file, tmp_path / "less.zip", lambda manifest: manifest["tables"].pop("quotes")), "does not list")
    assert not any(rows.content(target).values())


def test_unsent_emails_stay_with_the_source_installation(
    filled: Api, database: Database, target: Database, tmp_path: Path
):
    outbox = rows.METADATA.tables["outbox"]
    mail: dict[str, Any] = {
        "operator_id": filled.id,
        "kind": "confirmed",
        "audience": "customer",
        "recipient": "ada@example.com",
        "subject": "Booked",
        "content": {},
        "message_id": "1@localhost",
        "attempts": 0,
        "created_at": clock.now(),
    }
    with database.write_connection() as connection:
        connection.execute(outbox.insert().values(mail | {"state": "waiting"}))
        connection.execute(outbox.insert().values(mail | {"state": "sent", "message_id": "2@localhost"}))
    exported = export(database, filled.id, tmp_path / "business.zip", clock.now())

    done = import_business(target, settings_in(tmp_path), tmp_path / "business.zip", clock.now())

    assert exported.waiting["emails"] == 1
    assert [row["state"] for row in rows.rows(target, "outbox")][-2:] == ["unsent", "sent"]
    assert "The source installation processes them; this one does not." in done.notes[0]


@pytest.mark.either_database
def test_commands_write_and_read_an_encrypted_file(
    operator: Api, database: Database, target: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    key = pyrage.x25519.Identity.generate()
    (tmp_path / "key").write_text(str(key))
    file = tmp_path / "business.age"
    run = CliRunner().invoke
    monkeypatch.setenv("MARQUEEDESK_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("MARQUEEDESK_DATABASE_URL", database.url)

    done = run(cli, ["export-business", str(operator.id), str(file), "--encrypt", str(key.to_public())])
    assert done.exit_code == 0, done.output
    missing = run(cli, ["export-business", "987654321", str(tmp_path / "none.zip")])
    assert (missing.exit_code, missing.stderr) == (1, "There is no business with the id 987654321.\n")
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "business" in path.name) == ["business.age"]
    assert PASSWORD.encode() not in file.read_bytes()

    monkeypatch.setenv("MARQUEEDESK_DATABASE_URL", target.url)
    assert run(cli, ["import-business", str(file)]).exit_code == 1
    assert run(cli, ["import-business", str(file), "--owner-email", "no"]).exit_code == 2
    read = run(cli, ["import-business", str(file), "--identity", str(tmp_path / "key")])
    assert read.exit_code == 0, read.output
    assert "was imported as business" in read.stdout
    assert [row["email"] for row in rows.rows(target, "users")] == [operator.user["email"]]
