"""Rejection of common and guessable passwords (A17)."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from marqueedesk.accounts.models import User
from marqueedesk.kit.errors import Invalid

ADMIN_SHORTEST: Final = 12
_LONGEST_REPEATED: Final = 4
_ADMINS: Final = frozenset({"admin", "administrator", "administrators", "marqueedesk", "superadmin"})
COMMON: Final = "This password is too common. Choose a different one."
OWN_NAME: Final = "Your password can’t be your email address or business name. Choose a different one."
ADMIN_TOO_SHORT: Final = f"Administrators need a password of at least {ADMIN_SHORTEST} characters"


def fault(password: str, *, email: str, names: Iterable[str | None] = (), admin: bool = False) -> str | None:
    """Return the reason why a password is rejected, as a sentence; None if the password is allowed.

    ``names`` are those of the user and business. The request model already enforces the minimum of six characters.
    """
    if admin and is_short(password):
        return ADMIN_TOO_SHORT
    plain = password.strip().casefold()
    if plain in _common() or (is_short(password) and len(set(plain)) <= 1) or (admin and _is_lengthened(plain)):
        return COMMON
    bare = _bare(password)
    # A name without any letters or digits cannot be compared.
    if bare and bare in {_bare(own) for own in (email, email.partition("@")[0], *names) if own}:
        return OWN_NAME
    return None


def refuse(password: str, *, field: str, email: str, names: Iterable[str | None] = (), admin: bool = False) -> None:
    """Raise Invalid for ``field`` if the password is not allowed."""
    sentence = fault(password, email=email, names=names, admin=admin)
    if sentence is not None:
        raise Invalid(fields={field: sentence})


def is_short(password: str) -> bool:
    """Return true if the password is too short for an administrator; stored in addition to the hash."""
    return len(password) < ADMIN_SHORTEST


def admin_needs_longer(user: User) -> bool:
    """Return true if a user became administrator with a password that is too short for one (A17)."""
    return user.role == "admin" and user.password_is_short is True


def _is_lengthened(password: str) -> bool:
    """Return true for a long password that is only digits and signs, a common one with digits or signs around it, or a
    common or short text repeated.
    """
    core = password.strip("".join(character for character in set(password) if not character.isalpha()))
    units = {_repeated(password), _repeated(core), core}
    return not core or not units.isdisjoint(_common() | _ADMINS) or len(_repeated(password)) <= _LONGEST_REPEATED


def _repeated(text: str) -> str:
    """Return the shortest text that makes up ``text`` by repetition: "abc" of "abcabca"."""
    lengths = range(1, len(text) + 1)
    return next((text[:length] for length in lengths if (text[:length] * len(text))[: len(text)] == text), text)


def _bare(text: str) -> str:
    """Reduce a text to lowercase letters and digits, so that "Bright Letters!" and "bright-letters" are equal."""
    return "".join(character for character in text.casefold() if character.isalnum())


@cache
def _common() -> frozenset[str]:
    lines = (files("marqueedesk.accounts") / "common_passwords.txt").read_text("ascii").splitlines()
    return frozenset(line for line in lines if not line.startswith("# "))
