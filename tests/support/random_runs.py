"""Seeded random runs: a few in `make test`, all of them in `make races`."""

import os

ALL = os.environ.get("MARQUEEDESK_TEST_SEEDS") == "all"
_TOGETHER = 25


def batches(few: int, everything: int) -> list[range]:
    """Seeds to run, as parameters of a test: each batch shares one database and one stand-in."""
    if not ALL:
        return [range(few)]
    return [range(first, min(first + _TOGETHER, everything)) for first in range(0, everything, _TOGETHER)]
