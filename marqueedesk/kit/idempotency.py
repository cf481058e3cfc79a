"""A retry with the same key answers what the first try made (docs/rules.md, B4)."""

import hashlib
import re

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
