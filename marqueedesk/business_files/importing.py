"""Read one business from a file into this installation, in one transaction.

Every row gets a new id, and references are updated (business_files.references). Booking numbers stay the same, as do
customer links and the form's key, unless this installation already uses them.
"""

import tempfile
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import Connection, Table, insert, literal, select, update
from sqlalchemy.exc import DBAPIError

from marqueedesk.accounts.models import Membership, Operator, PublicKey, User
from marqueedesk.accounts.rights import OWNER
from marqueedesk.accounts.service import new_public_key
from marqueedesk.backup.encryption import decrypt, is_encrypted
from marqueedesk.business_files import contents
from marqueedesk.business_files.errors import BusinessFileError
from marqueedesk.business_files.file_format import BusinessManifest, FileReader
from marqueedesk.business_files.ids import IdMap, reserve
from marqueedesk.business_files.references import id_column, translated
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.key_rotation import SOURCES, LinkSource
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.kit.db.tenancy import OPERATOR
from marqueedesk.kit.http.links import PURPOSE, Link, Signer, digest_of
from marqueedesk.messages.models import UNSENT
from marqueedesk.messages.models import WAITING as UNSENT_YET
from marqueedesk.migrations import revision
from marqueedesk.settings import Settings

OF_INSTALLATION: Final = ("rests_since", "closes_at", "stopped_at", "stopped_reason", "slowed_at", "support_until")
"""Columns of the operator's row cleared by an import: decisions by administrators of the source installation."""
_CHARGEABLE: Final = frozenset({"asked", "open", "kept"})
_ACCOUNTS_ELSEWHERE: Final = {
    "booking_payments": ("provider_id", "account_id", "customer_id", "transfer_id"),
    "books_connections": ("company_id", "access_token", "refresh_token", "access_expires_at", "connected_at"),
}
"""Columns cleared in a second copy of a business: only one may refund its payments and push its books."""
_BYTES_AT_ONCE: Final = 4 << 20
_ROWS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Options of an import.

    ``owner_email`` replaces the owner's sign-in address. With ``is_copy``, the business is a copy of one that exists
    here: it gets a note in its name, a new key and new links, no planned jobs and no team, and can't email customers.
    """

    owner_email: str | None = None
    is_copy: bool = False


@dataclass(slots=True)
class Imported:
    """The result of an import: the new business, the number of rows, and notes to print."""

    operator_id: int
    name: str
    rows: int = 0
    notes: list[str] = field(default_factory=list[str])


def import_business(
    database: Database,
    settings: Settings,
    file: Path,
    now: datetime,
    *,
    options: ImportOptions | None = None,
    identity: Path | None = None,
) -> Imported:
    """Import the business in ``file``. ``identity`` is the age key file if the file is encrypted.

    Raises BusinessFileError and BackupError, in which case nothing has changed.
    """
    with opened(file, identity) as reader:
        check(reader)
        try:
            with database.write_connection() as connection:
                return _Import(connection, settings, reader, options or ImportOptions(), now).run()
        except DBAPIError as problem:
            reason = str(problem.orig or problem).strip().partition("\n")[0]
            raise BusinessFileError(f"Nothing was imported: {reason}") from problem


@contextmanager
def opened(file: Path, identity: Path | None) -> Generator[FileReader]:
    """Open a file, decrypted if needed."""
    if not is_encrypted(file):
        with FileReader(file) as reader:
            yield reader
        return
    with tempfile.TemporaryDirectory(prefix="marqueedesk-business-") as folder:
        plain = Path(folder) / "decrypted"
        decrypt(file, plain, identity)
        with FileReader(plain) as reader:
            yield reader


def check(reader: FileReader) -> BusinessManifest:
    """Verify that a file is complete, unchanged, and has this version's schema."""
    manifest = reader.manifest
    if manifest.revision != revision.newest():
        raise BusinessFileError(
            f"This file was written by version {manifest.product_version} with schema {manifest.revision}; this "
            f"version reads schema {revision.newest()}. Update both installations to the same version first."
        )
    reader.verify(contents.tables_in_file())
    return manifest


def insert_rows(connection: Connection, table: Table, rows: Iterable[JsonObject]) -> int:
    """Insert rows in small batches to save memory, and return their number."""
    count = size = 0
    batch: list[JsonObject] = []
    for row in rows:
        batch.append(row)
        count += 1
        size += sum(len(value) for value in row.values() if isinstance(value, bytes))
        if len(batch) >= _ROWS_AT_ONCE or size >= _BYTES_AT_ONCE:
            connection.execute(insert(table), batch)
            batch, size = [], 0
    if batch:
        connection.execute(insert(table), batch)
    return count


def without_card(row: JsonObject) -> JsonObject:
    """Mark a card on file as removed, so that nothing is charged twice."""
    return row | {"state": "removed"} if row["state"] in _CHARGEABLE else row


def of_members(table: Table, row: JsonObject, members: Collection[int]) -> bool:
    """Return false if a row refers to a user who isn't a team member."""
    return all(
        row[reference.elements[0].parent.name] in members
        for reference in table.foreign_key_constraints
        if reference.referred_table.name == contents.USERS
    )


def sealed_again(settings: Settings, table: Table, row: JsonObject) -> tuple[JsonObject, int]:
    """Encrypt a row's secrets with this installation's key. Return the row and the number of secrets that were dropped
    because they can't be decrypted here.
    """
    made, unreadable = dict(row), 0
    for name in contents.SEALED.get(table.name, ()):
        if made[name] is None:
            continue
        secret = unseal(settings, made[name])
        made[name] = None if secret is None else seal(settings, secret)
        unreadable += secret is None
    if table.name == "books_connections" and made["refresh_token"] is None:
        made |= {"company_id": None, "access_token": None, "access_expires_at": None, "connected_at": None}
    return made, unreadable


def table_of(model: Any) -> Table:
    """Return a model's table."""
    return cast("Table", model.__table__)


class _Import:
    """One import in an open transaction."""

    def __init__(
        self, connection: Connection, settings: Settings, reader: FileReader, options: ImportOptions, now: datetime
    ) -> None:
        self.connection, self.settings, self.reader, self.options, self.now = (
            connection,
            settings,
            reader,
            options,
            now,
        )
        self.ids = IdMap()
        self.new_people: set[int] = set()
        self.members: set[int] = set()
        self.linked: dict[str, set[int]] = {}
        self.unreadable = 0
        # True if this installation already has the business.
        self.is_second = False

    def run(self) -> Imported:
        found = revision.current(self.connection)
        if found != revision.newest():
            raise BusinessFileError(
                "This database has not been migrated to this version. Run `marqueedesk migrate` first."
            )
        manifest = self.reader.manifest
        done = Imported(0, manifest.name)
        self._add_people(done)
        new_owner = self.ids.get(contents.USERS, manifest.operator_id)
        if new_owner is None:
            raise BusinessFileError("The file is damaged: the owner of the business is missing.")
        done.operator_id = operator_id = new_owner
        done.rows += self._add_business(operator_id, done)
        tables = contents.tables_of_business()
        self.ids.add(contents.OPERATORS, [(manifest.operator_id, operator_id)])
        for table in tables:
            self._take_ids(table)
        for name in contents.OF_PEOPLE:
            table = contents.tables.METADATA.tables[name]
            done.rows += insert_rows(self.connection, table, self._rows_of_people(table))
        for table in tables:
            done.rows += insert_rows(self.connection, table, self._rows(table))
        for source in SOURCES:
            self._add_links(source, operator_id)
        self._add_notes(done)
        return done

    # --- People and the business itself ---------------------------------------------------------------------------

    def _add_people(self, done: Imported) -> None:
        """Add users who have no account here. Existing users keep their account and their business."""
        users, pairs = table_of(User), list[tuple[int, int]]()
        for row in self.reader.rows(users):
            is_owner = row["id"] == self.reader.manifest.operator_id
            if is_owner and self.options.owner_email is not None:
                row |= {"email": self.options.owner_email, "email_key": self.options.owner_email.lower()}
            known = self.connection.scalar(select(users.c.id).where(users.c.email_key == row["email_key"]))
            if known is not None and is_owner:
                raise BusinessFileError(
                    f"{row['email']} already has an account with a business here. Use --owner-email to give the "
                    "owner of the imported business another address."
                )
            if known is None and self.options.is_copy and not is_owner:
                continue
            if known is None:
                known = self._add_person(users, row, done)
            elif not self.options.is_copy:
                done.notes.append(f"{row['email']} already has an account here. It was not changed.")
            pairs.append((row["id"], known))
        self.ids.add(contents.USERS, pairs)

    def _add_person(self, users: Table, row: JsonObject, done: Imported) -> int:
        values = {name: value for name, value in row.items() if name != "id"}
        # Administrator rights don't carry over to another installation.
        if values["role"] == "admin":
            values["role"] = "user"
        if row["id"] == self.reader.manifest.operator_id and self.options.is_copy:
            done.name = f"{done.name} (restored)"[:200]
            values["company_name"] = done.name
        new = self.connection.execute(insert(users).values(values).returning(users.c.id)).scalar_one()
        self.new_people.add(new)
        done.rows += 1
        return new

    def _add_business(self, operator_id: int, done: Imported) -> int:
        operators, keys = table_of(Operator), table_of(PublicKey)
        (row,) = self.reader.rows(operators)
        taken = self.connection.scalar(select(keys.c.operator_id).where(keys.c.public_key == row["public_key"]))
        self.is_second = taken is not None or self.options.is_copy
        if taken is not None:
            row["public_key"] = new_public_key()
            if not self.options.is_copy:
                done.notes.append("Its form key is already in use here, so the form has a new key.")
        row |= {"id": operator_id, "is_active": True} | dict.fromkeys(OF_INSTALLATION)
        if self.options.is_copy:
            row["email_stopped_at"] = self.now
        self.connection.execute(insert(operators).values(row))
        self.connection.execute(insert(keys).values(public_key=row["public_key"], operator_id=operator_id))
        return 1 + insert_rows(self.connection, table_of(Membership), self._memberships(operator_id))

    def _memberships(self, operator_id: int) -> Iterator[JsonObject]:
        memberships = table_of(Membership)
        owner = {"user_id": operator_id, "operator_id": operator_id, "role": OWNER, "created_at": self.now}
        for row in self.reader.rows(memberships):
            user_id = self.ids.get(contents.USERS, row["user_id"])
            if user_id == operator_id:
                owner["created_at"] = row["created_at"]
            elif user_id is not None and (user_id in self.new_people or self._has_no_business(user_id)):
                self.members.add(user_id)
                yield row | {"user_id": user_id, "operator_id": operator_id}
        self.members.add(operator_id)
        yield owner

    def _has_no_business(self, user_id: int) -> bool:
        users, memberships = table_of(User), table_of(Membership)
        found = select(memberships.c.user_id).where(memberships.c.user_id == user_id)
        role = self.connection.scalar(select(users.c.role).where(users.c.id == user_id))
        return role != "admin" and not self.options.is_copy and self.connection.scalar(found) is None

    def _rows_of_people(self, table: Table) -> Iterator[JsonObject]:
        """Yield the rows of new users. Second factors whose secret can't be decrypted are dropped."""
        without: set[int] = set()
        if table.name == contents.RECOVERY_CODES:
            factors = contents.tables.METADATA.tables[contents.SECOND_FACTORS]
            with_factor = set(self.connection.scalars(select(factors.c.user_id)))
            without = self.new_people - with_factor
        for row in self.reader.rows(table):
            user_id = self.ids.get(contents.USERS, row["user_id"])
            if user_id not in self.new_people or user_id in without:
                continue
            sealed = self._sealed_again(table, row)
            if table.name != contents.SECOND_FACTORS or sealed["secret"] is not None:
                yield sealed | {"user_id": user_id}

    # --- Rows of the business -------------------------------------------------------------------------------------

    def _take_ids(self, table: Table) -> None:
        name = id_column(table)
        if name is None:
            return
        old = [row[name] for row in self.reader.rows(table)]
        self.ids.add(table.name, zip(sorted(old), reserve(self.connection, table, len(old)), strict=True))

    def _rows(self, table: Table) -> Iterator[JsonObject]:
        for row in self.reader.rows(table):
            made = translated(table, row, self.ids.get, self.ids.through)
            if table.name in contents.SEALED:
                made = self._sealed_again(table, made)
            if table.name == contents.OUTBOX and made["state"] == UNSENT_YET:
                # The source installation sends these emails.
                made["state"] = UNSENT
            if table.name == "kept_cards":
                made = without_card(made)
            if self.is_second:
                made |= dict.fromkeys(_ACCOUNTS_ELSEWHERE.get(table.name, ()))
            if table.name == "message_settings" and self.options.is_copy:
                # Use the default channel, email, which is stopped for a copy.
                made["channels"] = {}
            if self._is_wanted(table, made):
                yield made

    def _is_wanted(self, table: Table, row: JsonObject) -> bool:
        if table.name == contents.LINKS:
            return self._is_link_free(row)
        if table.name == contents.JOBS:
            return not self.options.is_copy and self._is_key_free(table, row["dedupe_key"])
        # Skip assignments and read marks of users who aren't on the team here.
        return of_members(table, row, self.members)

    def _is_link_free(self, row: JsonObject) -> bool:
        self.linked.setdefault(row["kind"], set()).add(row["target_id"])
        links = table_of(Link)
        found = select(links.c.token_digest).where(links.c.token_digest == row["token_digest"])
        return self.connection.scalar(found) is None

    def _is_key_free(self, jobs: Table, key: str | None) -> bool:
        return key is None or self.connection.scalar(select(jobs.c.id).where(jobs.c.dedupe_key == key)) is None

    def _sealed_again(self, table: Table, row: JsonObject) -> JsonObject:
        made, unreadable = sealed_again(self.settings, table, row)
        self.unreadable += unreadable
        return made

    def _add_links(self, source: LinkSource, operator_id: int) -> None:
        """Add a link signed by this installation for each target that had a link, to show and resend it."""
        targets = self.linked.get(source.kind)
        if not targets:
            return
        columns = source.table.c
        target_column, nonce = columns[source.target], columns[source.nonce] if source.nonce else None
        signer = Signer(self.settings.key_for(PURPOSE))
        found = select(target_column, literal("") if nonce is None else nonce).where(columns[OPERATOR] == operator_id)
        links = table_of(Link)
        made: list[JsonObject] = []
        for target_id, value in self.connection.execute(found).all():
            if target_id not in targets:
                continue
            digest = digest_of(signer.token(source.kind, operator_id, target_id, value))
            made.append({"token_digest": digest, "kind": source.kind, "target_id": target_id})
            if source.digest is not None:
                this = (columns[OPERATOR] == operator_id, target_column == target_id)
                self.connection.execute(update(source.table).where(*this).values({source.digest: digest}))
        insert_rows(
            self.connection, links, ({**one, "operator_id": operator_id, "created_at": self.now} for one in made)
        )

    def _add_notes(self, done: Imported) -> None:
        if self.unreadable:
            done.notes.append(
                f"{self.unreadable} secrets are encrypted with a key that this installation doesn't have, and were "
                "not imported. Second factors and the connection to bookkeeping software must be set up again. To "
                "include them, add that key to MARQUEEDESK_SECRET_KEYS and import again."
            )
        waiting = self.reader.manifest.waiting
        if not self.options.is_copy and any(waiting.values()):
            done.notes.append(
                f"{waiting.get('emails', 0)} emails and {waiting.get('jobs', 0)} jobs were due when the file was "
                "written. The source installation processes them; this one does not."
            )
