"""Write one business to a file, from a consistent snapshot of the database, while the server runs."""

import os
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ColumnElement, RowMapping, Table, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Membership, Operator, User
from marqueedesk.accounts.serializers import business_name
from marqueedesk.backup.encryption import check_recipient, encrypt
from marqueedesk.business_files import contents
from marqueedesk.business_files.errors import BusinessFileError
from marqueedesk.business_files.file_format import BusinessManifest, FileWriter
from marqueedesk.domain_events.publishing import BY_KIND
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.db.tenancy import OPERATOR, all_tenants
from marqueedesk.kit.jobs.jobs import LEASED, WAITING
from marqueedesk.kit.watch import build
from marqueedesk.messages.models import OutboxMail
from marqueedesk.migrations import revision

_AT_ONCE: Final = 200


@dataclass(frozen=True, slots=True)
class Exported:
    """Result of an export: the business's name, the number of rows, and the emails and jobs left to process here."""

    name: str
    rows: int
    waiting: dict[str, int]


def export(
    database: Database, operator_id: int, file: Path, now: datetime, *, recipient: str | None = None
) -> Exported:
    """Write a business to ``file``, encrypted for an age public key if one is given.

    An existing file is replaced once the new one is complete. Raises BusinessFileError and BackupError.
    """
    if recipient is not None:
        check_recipient(recipient)
    with (
        _complete(file, recipient) as partial,
        database.read(snapshot=True) as db,
        all_tenants(db, "exporting a business"),
    ):
        manifest = write(db, operator_id, partial, now)
    return Exported(manifest.name, sum(one["rows"] for one in manifest.tables.values()), manifest.waiting)


@contextmanager
def _complete(file: Path, recipient: str | None) -> Generator[Path]:
    """Yield a temporary path, which replaces ``file`` if the block succeeds."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".marqueedesk-business-", dir=file.parent) as folder:
            partial = Path(folder) / "partial"
            yield partial
            if recipient is not None:
                plain, partial = partial, Path(folder) / "encrypted"
                encrypt(plain, partial, recipient)
            partial.chmod(0o600)
            partial.replace(file)
    except OSError as problem:
        raise BusinessFileError(f"{file} cannot be written: {problem.strerror or problem}.") from problem


def write(db: Session, operator_id: int, path: Path, now: datetime) -> BusinessManifest:
    """Write a business from the session's snapshot. Requires an unscoped session."""
    operator = db.get(Operator, operator_id)
    if operator is None:
        raise BusinessFileError(f"There is no business with the id {operator_id}.")
    if revision.current(db.connection()) != revision.newest():
        raise BusinessFileError("This database has not been migrated to this version. Run `marqueedesk migrate` first.")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        writer = FileWriter(target)
        for table in contents.tables_in_file():
            writer.add(table, _rows(db, table, operator_id, now))
        manifest = BusinessManifest(
            product_version=str(build.current()),
            revision=revision.newest(),
            exported_at=now.isoformat(),
            operator_id=operator_id,
            name=business_name(db.get_one(User, operator_id)),
            waiting=_waiting(db, operator_id, now),
            tables=writer.tables,
        )
        writer.finish(manifest)
        target.flush()
        os.fsync(target.fileno())
    return manifest


def _rows(db: Session, table: Table, operator_id: int, now: datetime) -> Iterator[RowMapping]:
    found = select(table).where(_belongs(table, operator_id, now)).order_by(*table.primary_key)
    yield from db.execute(found, execution_options={"yield_per": _AT_ONCE}).mappings()


def _belongs(table: Table, operator_id: int, now: datetime) -> ColumnElement[bool]:
    """Return the condition for the rows of a business, its team members and its planned jobs."""
    people = select(Membership.user_id).where(Membership.operator_id == operator_id)
    if table.name == contents.USERS:
        return or_(table.c.id == operator_id, table.c.id.in_(people))
    if table.name in contents.OF_PEOPLE:
        return or_(table.c.user_id == operator_id, table.c.user_id.in_(people))
    if table.name == contents.OPERATORS:
        return table.c.id == operator_id
    belongs: ColumnElement[bool] = table.c[OPERATOR] == operator_id
    if table.name == contents.JOBS:
        # Jobs that are already due run here, not in the new installation.
        return belongs & (table.c.state == WAITING) & (table.c.run_at > now) & table.c.kind.in_(BY_KIND)
    return belongs


def _waiting(db: Session, operator_id: int, now: datetime) -> dict[str, int]:
    """Count the unsent emails and the jobs that are due."""

    def count(model: Any, *where: ColumnElement[bool]) -> int:
        return db.scalar(select(func.count()).select_from(model).where(model.operator_id == operator_id, *where)) or 0

    return {
        "emails": count(OutboxMail, OutboxMail.state == "waiting"),
        "jobs": count(Job, Job.state.in_((WAITING, LEASED)), Job.run_at <= now),
    }
