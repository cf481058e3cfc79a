"""A retry with the same key answers what the first try made (docs/rules.md, B4)."""

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
    """The same key came with another request."""

    code = "idempotency_key_reused"
    sentence = "This Idempotency-Key was already used for another request. Use a new key."


def read_key(header: str | None) -> str | None:
    """The key from its header, or None without one. Raises Invalid for a key that is empty, too long or not ASCII."""
    if header is None:
        return None
    if not _KEY.fullmatch(header):
        raise Invalid(fields={"Idempotency-Key": "Idempotency-Key must be 1 to 120 printable ASCII characters"})
    return header


def fingerprint(*parts: bytes | str | int) -> str:
    """A digest that tells whether two requests are the same."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def find_made(db: Session, key: str | None, print_of: str) -> int | None:
    """The id of the row made with a key for the session's operator, or None. Read it under a lock, or two tries may
    miss each other.

    Raises KeyReused if a different request used the key.
    """
    if key is None:
        return None
    found = db.scalars(select(IdempotencyKey).where(IdempotencyKey.key == key)).one_or_none()
    if found is not None and found.fingerprint != print_of:
        raise KeyReused
    return None if found is None else found.made_id


def key_row(operator_id: int, key: str, print_of: str, made_id: int, now: datetime) -> Columns:
    """The columns of a key and of the row made with it, for callers that write rows (see kit.db.row_writer)."""
    return {"operator_id": operator_id, "key": key, "fingerprint": print_of, "made_id": made_id, "created_at": now}


UNFINISHED = 0
"""The id kept with a key whose request has begun and not come to its end: no row has it."""


def finish_made(db: Session, key: str | None, made_id: int) -> None:
    """Remember the outcome of a request that was begun with a key (`UNFINISHED`), in the transaction that ends it."""
    if key is not None:
        row = db.scalars(select(IdempotencyKey).where(IdempotencyKey.key == key)).one()
        row.made_id = made_id


def keep_made(db: Session, key: str | None, print_of: str, made_id: int, now: datetime) -> None:
    """Remember the row made with a key, in the transaction that makes it."""
    if key is not None:
        db.add(IdempotencyKey(key=key, fingerprint=print_of, made_id=made_id, created_at=now))
