"""What a benchmark's line says about its bounds, and what its mixed work is made of."""

from collections import Counter

import pytest

from bench.figures import Figure
from bench.load import Load, kinds_of


@pytest.mark.parametrize(
    "value, most, verdict",
    [(1.0, True, "aim"), (1.5, True, "floor"), (2.1, True, "BELOW"), (2.1, False, "aim"), (0.5, False, "BELOW")],
)
def test_the_verdict_is_the_bound_that_holds(value: float, most: bool, verdict: str):
    floor, aim = (2.0, 1.0) if most else (1.0, 2.0)
    assert Figure("a", value, floor, aim, most=most).verdict == verdict


def test_mixed_work_is_mostly_prices():
    sent = Counter(kind for kind, _ in zip(kinds_of(Load("mixed", 80, 1)), range(100), strict=False))
    assert sent == {"estimate": 80, "list": 15, "booking": 5}
