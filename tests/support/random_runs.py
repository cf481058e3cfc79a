"""Seeded random runs: a few in `make test`, all of them in `make races`."""

import os

ALL = os.environ.get("MARQUEEDESK_TEST_SEEDS") == "all"


def batches(few: int, everything: int, *, together: int = 25) -> list[range]:
    """Seeds to run, as parameters of a test: those of a batch run one after another, with one database."""
    if not ALL:
        return [range(few)]
    return [range(first, min(first + together, everything)) for first in range(0, everything, together)]
