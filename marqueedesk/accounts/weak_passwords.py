"""Passwords that are refused because they are among the first that anybody would try (A17)."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from marqueedesk.accounts.models import User
from marqueedesk.kit.errors import Invalid

ADMIN_SHORTEST: Final = 12
COMMON: Final = "This password is one of the most common ones. Please choose another."
OWN_NAME: Final = "Please choose a password other than your email address or the name of your business."
ADMIN_TOO_SHORT: Final = f"Administrators need a password of at least {ADMIN_SHORTEST} characters"


def fault(password: str, *, email: str, names: Iterable[str | None] = (), admin: bool = False) -> str | None:
    """Why nobody may have this password, as a sentence; None if they may.

    ``names`` are those of the person's business. The minimum of six characters is the request's to check.
    """
    if admin and is_short(password):
        return ADMIN_TOO_SHORT
    plain = password.strip().casefold()
    if plain in _common() or (is_short(password) and len(set(plain)) <= 1):
        return COMMON
    bare = _bare(password)
    # A name of signs alone has nothing to compare.
    if bare and bare in {_bare(own) for own in (email, email.partition("@")[0], *names) if own}:
        return OWN_NAME
    return None


def refuse(password: str, *, field: str, email: str, names: Iterable[str | None] = (), admin: bool = False) -> None:
    """Raise Invalid, which names ``field``, for a password that nobody may have."""
    sentence = fault(password, email=email, names=names, admin=admin)
    if sentence is not None:
        raise Invalid(fields={field: sentence})


def is_short(password: str) -> bool:
    """Whether an administrator's password needs more characters: all that is kept of a password beside its digest."""
    return len(password) < ADMIN_SHORTEST


def admin_needs_longer(user: User) -> bool:
    """Whether somebody has become an administrator with a password that is too short for one (A17)."""
    return user.role == "admin" and user.password_is_short is True


def _bare(text: str) -> str:
    """Letters and digits alone: "Bright Letters!" and "bright-letters" are the same."""
    return "".join(character for character in text.casefold() if character.isalnum())


@cache
def _common() -> frozenset[str]:
    lines = (files("marqueedesk.accounts") / "common_passwords.txt").read_text("ascii").splitlines()
    return frozenset(line for line in lines if not line.startswith("# "))
