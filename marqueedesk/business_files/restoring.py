"""Restore one business from a backup of the whole installation: as a copy beside the current one, or in its place.

The backup is restored into a temporary database and migrated there, and the business is exported from it. Other
businesses are neither read nor locked.
"""

import tempfile
from bisect import bisect_left
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, get_args

from sqlalchemy import Connection, Table, delete, func, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Membership, Operator, User
from marqueedesk.backup.service import restored_aside
from marqueedesk.bookings.models import Booking
from marqueedesk.business_files import contents
from marqueedesk.business_files.errors import BusinessFileError
from marqueedesk.business_files.exporting import export, write
from marqueedesk.business_files.file_format import KEY_BYTES, FileReader, key_digest
from marqueedesk.business_files.importing import (
    OF_INSTALLATION,
    Imported,
    ImportOptions,
    check,
    import_business,
    insert_rows,
    of_members,
    sealed_again,
    table_of,
    without_card,
)
from marqueedesk.key_rotation import SOURCES
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.kit.db.tenancy import OPERATOR, all_tenants
from marqueedesk.kit.live import changes
from marqueedesk.kit.watch import audit
from marqueedesk.migrations import revision
from marqueedesk.migrations.revision import CannotMigrate
from marqueedesk.settings import Settings

_STATEMENT_MS: Final = 600_000
"""Statement timeout for deleting a table's rows on PostgreSQL."""
_KEPT_OF_BUSINESS: Final = frozenset(
    {
        "id",
        "public_key",
        "is_active",
        *OF_INSTALLATION,
        "created_at",
        "second_factor_required",
        "email_stopped_at",
        "held_at",
        "refused_at",
    }
)
"""Columns of the operator's row that a restore keeps: its key, and decisions about access."""
_SINCE: Final = ("conversations", "conversation_entries")
"""Tables whose newer rows stay, so that no text is sent twice."""
_KEPT_LINKS: Final = frozenset(source.kind for source in SOURCES if source.table.name in contents.KEPT_IN_PLACE)


@dataclass(frozen=True, slots=True)
class TableChanges:
    """Number of rows of a table that are newer than the backup, changed since, or deleted since."""

    table: str
    new: int
    changed: int
    gone: int


@dataclass(slots=True)
class Restored:
    """Result of a restore in place: the changes since the backup, and the file with the previous content."""

    name: str
    made_at: str
    saved_to: Path
    rows: int = 0
    changes: list[TableChanges] = field(default_factory=list[TableChanges])
    new_bookings: list[int] = field(default_factory=list[int])
    changed_bookings: list[int] = field(default_factory=list[int])


@contextmanager
def _file_of(
    database: Database, operator_id: int, backup: Path, now: datetime, identity: Path | None, into: str | None
) -> Generator[tuple[Path, str]]:
    """Export the business from a backup. Yields the file's path and the time of the backup."""
    with (
        tempfile.TemporaryDirectory(prefix="marqueedesk-business-") as folder,
        restored_aside(database.url, backup, identity=identity, into=into) as (manifest, url),
    ):
        source = Database(url, pool_size=2)
        try:
            revision.upgrade(source)
            export(source, operator_id, Path(folder) / "business.zip", now)
        except CannotMigrate as problem:
            raise BusinessFileError(str(problem)) from problem
        except BusinessFileError as problem:
            raise BusinessFileError(f"The backup of {manifest.created_at}: {problem}") from problem
        finally:
            source.close()
        yield Path(folder) / "business.zip", manifest.created_at


def restore_beside(
    database: Database,
    settings: Settings,
    operator_id: int,
    backup: Path,
    now: datetime,
    *,
    owner_email: str | None = None,
    identity: Path | None = None,
    into: str | None = None,
) -> tuple[Imported, str]:
    """Add a copy of a business as of a backup, with a separate owner. Return the result and the owner's sign-in email.

    Raises BusinessFileError and BackupError, in which case nothing has changed.
    """
    with _file_of(database, operator_id, backup, now, identity, into) as (file, _made_at):
        with FileReader(file) as reader:
            (email,) = [row["email"] for row in reader.rows(table_of(User)) if row["id"] == operator_id]
        name, _at, domain = email.rpartition("@")
        # Most mail servers deliver "name+…" to the same mailbox.
        address = owner_email or f"{name}+restored-{now:%Y%m%d%H%M%S}@{domain}"
        options = ImportOptions(owner_email=address, is_copy=True)
        return import_business(database, settings, file, now, options=options), address


def restore_in_place(
    database: Database,
    settings: Settings,
    operator_id: int,
    backup: Path,
    now: datetime,
    *,
    save_to: Path,
    identity: Path | None = None,
    into: str | None = None,
) -> Restored:
    """Restore a business to its state as of a backup, in one transaction. Its previous content is saved in ``save_to``.

    Raises BusinessFileError and BackupError, in which case nothing has changed.
    """
    if save_to.exists():
        raise BusinessFileError(f"{save_to} exists already.")
    with _file_of(database, operator_id, backup, now, identity, into) as (file, made_at), FileReader(file) as then:
        check(then)
        try:
            with _deleted_if_failed(save_to), database.write() as db, all_tenants(db, "restoring a business"):
                return _Replacement(db, settings, operator_id, then, now).run(made_at, save_to)
        except DBAPIError as problem:
            reason = str(problem.orig or problem).strip().partition("\n")[0]
            raise BusinessFileError(f"Nothing was restored: {reason}") from problem


@dataclass(slots=True)
class _Differences:
    """Keys of new and changed rows of the current business, and the number of rows that are only in the backup."""

    new: set[bytes] = field(default_factory=set[bytes])
    changed: set[bytes] = field(default_factory=set[bytes])
    gone: int = 0


def _differences(before: Iterable[bytes], after: Iterable[bytes]) -> _Differences:
    """Compare the digests of a table's rows in two files."""
    found, kept = _Differences(), 0
    known = sorted(before)
    for one in after:
        key = one[:KEY_BYTES]
        at = bisect_left(known, key)
        if at == len(known) or known[at][:KEY_BYTES] != key:
            found.new.add(key)
            continue
        kept += 1
        if known[at] != one:
            found.changed.add(key)
    found.gone = len(known) - kept
    return found


@contextmanager
def _deleted_if_failed(path: Path) -> Generator[None]:
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


class _Replacement:
    """One restore in place, in an open transaction that holds the operator's lock."""

    def __init__(self, db: Session, settings: Settings, operator_id: int, then: FileReader, now: datetime) -> None:
        self.db, self.settings, self.operator_id, self.then, self.now = db, settings, operator_id, then, now
        self.connection: Connection = db.connection()
        self.highest = 0

    def run(self, made_at: str, save_to: Path) -> Restored:
        operator = accounts.locked_operator(self.db, self.operator_id)
        if operator is None:
            raise BusinessFileError(f"There is no business with the id {self.operator_id}. Use --beside.")
        try:
            manifest = write(self.db, self.operator_id, save_to, self.now)
        except OSError as problem:
            raise BusinessFileError(f"{save_to} cannot be written: {problem.strerror or problem}.") from problem
        done = Restored(manifest.name, made_at, save_to)
        with FileReader(save_to) as living:
            self._compare(living, done)
            self._replace(living, done)
            self._update_business(operator)
        changes.mark_changed(self.db, get_args(changes.Topic), operator_id=self.operator_id)
        audit.record(self.db, "business.restored", by=None, now=self.now, operator_id=self.operator_id, backup=made_at)
        return done

    def _compare(self, living: FileReader, done: Restored) -> None:
        bookings = table_of(Booking)
        for row in living.rows(bookings):
            self.highest = max(self.highest, row["number"])
        for table in contents.replaced_in_place():
            found = _differences(self.then.digests(table), living.digests(table))
            if found.new or found.changed or found.gone:
                counts = (len(found.new), len(found.changed), found.gone)
                done.changes.append(TableChanges(f"{table.name}", *counts))
            if table.name == bookings.name and (found.new or found.changed):
                for row in living.rows(table):
                    key = key_digest(table, row)
                    if key in found.new:
                        done.new_bookings.append(row["number"])
                    elif key in found.changed:
                        done.changed_bookings.append(row["number"])

    def _replace(self, living: FileReader, done: Restored) -> None:
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(select(func.set_config("statement_timeout", str(_STATEMENT_MS), True)))
        tables = contents.replaced_in_place()
        for table in reversed(tables):
            kept = [table.c.kind.not_in(_KEPT_LINKS)] if table.name == contents.LINKS else []
            self.connection.execute(delete(table).where(table.c[OPERATOR] == self.operator_id, *kept))
        memberships = table_of(Membership)
        of_team = select(memberships.c.user_id).where(memberships.c.operator_id == self.operator_id)
        team = set(self.connection.scalars(of_team))
        for table in tables:
            done.rows += insert_rows(self.connection, table, self._rows(table, team))
            if table.name in _SINCE:
                insert_rows(self.connection, table, self._newer_rows(table, living))

    def _rows(self, table: Table, team: Collection[int]) -> Iterator[JsonObject]:
        for row in self.then.rows(table):
            if table.name == contents.LINKS and row["kind"] in _KEPT_LINKS:
                continue
            if table.name == "kept_cards":
                yield without_card(row)
            elif of_members(table, row, team):
                yield sealed_again(self.settings, table, row)[0] if table.name in contents.SEALED else row

    def _newer_rows(self, table: Table, living: FileReader) -> Iterator[JsonObject]:
        """Yield rows newer than the backup whose customer is in the backup."""
        customers = {row["id"] for row in self.then.rows(contents.tables.METADATA.tables["customers"])}
        known = {digest[:KEY_BYTES] for digest in self.then.digests(table)}
        for row in living.rows(table):
            if key_digest(table, row) not in known and row["customer_id"] in customers:
                yield row

    def _update_business(self, operator: Operator) -> None:
        """Restore the settings in the operator's row. Booking numbers assigned since the backup are not reused."""
        operators = table_of(Operator)
        (row,) = self.then.rows(operators)
        values = {name: value for name, value in row.items() if name not in _KEPT_OF_BUSINESS}
        values["booking_numbers_used"] = max(row["booking_numbers_used"], operator.booking_numbers_used, self.highest)
        self.connection.execute(update(operators).where(operators.c.id == self.operator_id).values(values))
        self.db.expire_all()
