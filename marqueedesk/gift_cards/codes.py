"""Gift card codes: 16 characters in groups of four, without characters that are easily confused."""

import secrets
from hashlib import sha256
from typing import Final

_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH: Final = 16
_GROUP: Final = 4


def new_code() -> str:
    """Return a random code, such as "7KQM-2XPA-9RTW-C4HN". 80 random bits."""
    characters = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    return "-".join(characters[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))


def digest(code: str) -> str:
    """Return the digest stored for a code. Ignores case, spaces and hyphens."""
    characters = "".join(character for character in code.upper() if character.isalnum())
    return sha256(characters.encode()).hexdigest()


def ending(code: str) -> str:
    """Return the last group of a code."""
    return code[-_GROUP:]
