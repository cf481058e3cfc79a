"""Passwords: Argon2id with 19 MiB of memory, two passes, one lane."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

SHORTEST = 6
LONGEST = 1024

UNUSABLE = "!"
"""Stored instead of a hash if no password is valid."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1, type=Type.ID)
# Checked if the email is unknown, so that the response takes as long as for a known one.
_nobody = _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    """Hash a password for storage. Takes about 26 ms by design; call it outside a transaction."""
    return _hasher.hash(password)


def matches(stored: str | None, password: str) -> bool:
    """Return true if the password matches the stored hash. Without a hash it takes just as long, so the timing reveals
    nothing.
    """
    try:
        return _hasher.verify(stored or _nobody, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False
