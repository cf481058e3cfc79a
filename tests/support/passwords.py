"""Passwords at the lowest cost that Argon2id has: nearly every test registers somebody, and one is about the cost."""

from typing import Any

import argon2
from argon2.low_level import hash_secret

LOWEST: dict[str, Any] = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


def make_cheap() -> None:
    """Hash in next to no time from now on, in this process. A hash says what it cost, so checking is as cheap."""

    def hash_cheaply(**arguments: Any) -> bytes:
        return hash_secret(**(arguments | LOWEST))

    argon2._password_hasher.hash_secret = hash_cheaply  # pyright: ignore[reportPrivateImportUsage]
