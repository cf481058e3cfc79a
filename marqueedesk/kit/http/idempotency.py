"""Idempotency keys: a retry with the same key returns the first result (docs/rules.md, B4)."""

import hashlib
import re
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.db.tables import IdempotencyKey
from marqueedesk.kit.errors import Conflict, Invalid

_KEY = re.compile(r"[\x21-\x7e]{1,120}")


class KeyReused(Conflict):
    """The key was used for a different request before."""

    code = "idempotency_key_reused"
    message = "This Idempotency-Key was already used for another request. Use a new key."


def read_key(header: str | None) -> str | None:
    """Parse the key header; None if there is none. Raises Invalid if it is empty, too long or not ASCII."""
    if header is None:
        return None
    if not _KEY.fullmatch(header):
        raise Invalid(fields={"Idempotency-Key": "Idempotency-Key must be 1 to 120 printable ASCII characters"})
    return header


def fingerprint(*parts: bytes | str | int) -> str:
    """Return a digest that is the same for equal requests."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def find_made(db: Session, key: str | None, print_of: str) -> int | None:
    """Return the id of the row created with a key by the session's operator, or None. Call it under a lock, so that
    attempts at the same time see each other.

    Raises KeyReused if a different request used the key.
    """
    if key is None:
        return None
    row = db.scalars(select(IdempotencyKey).where(IdempotencyKey.key == key)).one_or_none()
    if row is not None and row.fingerprint != print_of:
        raise KeyReused
    return None if row is None else row.made_id


def key_row(operator_id: int, key: str, print_of: str, made_id: int, now: datetime) -> Columns:
    """Return the columns of a key and its created row, for bulk inserts (see kit.db.row_writer)."""
    return {"operator_id": operator_id, "key": key, "fingerprint": print_of, "made_id": made_id, "created_at": now}


UNFINISHED = 0
"""Placeholder ID for a key whose request has started but not finished; no row has this ID."""


def finish_made(db: Session, key: str | None, made_id: int) -> None:
    """Store the result of a request started with a key (`UNFINISHED`), in the transaction that finishes it."""
    if key is not None:
        row = db.scalars(select(IdempotencyKey).where(IdempotencyKey.key == key)).one()
        row.made_id = made_id


def keep_made(db: Session, key: str | None, print_of: str, made_id: int, now: datetime) -> None:
    """Store the row created with a key, in the same transaction."""
    if key is not None:
        db.add(IdempotencyKey(key=key, fingerprint=print_of, made_id=made_id, created_at=now))
