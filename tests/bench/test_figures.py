"""Verdicts on a line of benchmark results, and the composition of mixed work."""

from collections import Counter

import pytest

from bench.figures import Figure
from bench.load import Load, kinds_of


@pytest.mark.parametrize(
    "value, most, verdict",
    [(1.0, True, "aim"), (1.5, True, "floor"), (2.1, True, "BELOW"), (2.1, False, "aim"), (0.5, False, "BELOW")],
)
def test_verdict_names_the_bound_that_was_met(value: float, most: bool, verdict: str):
    floor, aim = (2.0, 1.0) if most else (1.0, 2.0)
    assert Figure("a", value, floor, aim, most=most).verdict == verdict


def test_mixed_work_is_mostly_estimates():
    sent = Counter(kind for kind, _ in zip(kinds_of(Load("mixed", 80, 1)), range(100), strict=False))
    assert sent == {"estimate": 80, "list": 15, "booking": 5}
