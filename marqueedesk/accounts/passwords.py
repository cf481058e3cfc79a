"""Passwords: Argon2id with 19 MiB of memory, two passes, one lane."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

SHORTEST = 6
LONGEST = 1024

UNUSABLE = "!"
"""What is stored of a password that lets nobody in: no password belongs to it."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1, type=Type.ID)
# Checked when the email is unknown, so that the answer takes as long as for a known one.
_nobody = _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    """The digest to store. Takes about 26 ms by design; call it outside a transaction."""
    return _hasher.hash(password)


def matches(stored: str | None, password: str) -> bool:
    """Whether the password belongs to the stored digest. As slow for no digest at all as for a wrong password."""
    try:
        return _hasher.verify(stored or _nobody, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False
