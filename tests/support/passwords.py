"""Cheap password hashing: nearly every test registers a user, and only one test is about the cost."""

from typing import Any

import argon2
from argon2.low_level import hash_secret

LOWEST: dict[str, Any] = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


def use_cheap_hashing() -> None:
    """Use the lowest cost of Argon2id in this process. Hashes store their cost, so verification is cheap too."""

    def hash_cheaply(**arguments: Any) -> bytes:
        return hash_secret(**(arguments | LOWEST))

    argon2._password_hasher.hash_secret = hash_cheaply  # pyright: ignore[reportPrivateImportUsage]
