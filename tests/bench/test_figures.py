"""Verdicts on a line of benchmark results, and the composition of mixed work."""

from collections import Counter

import pytest

from bench.figures import Figure
from bench.load import Load, kinds_of


@pytest.mark.parametrize(
    "value, most, verdict",
    [(1.0, True, "aim"), (1.5, True, "floor"), (2.1, True, "BELOW"), (2.1, False, "aim"), (0.5, False, "BELOW")],
)
def test_verdict_states_whether_a_figure_meets_its_goal_or_minimum(value: float, most: bool, verdict: str):
    floor, aim = (2.0, 1.0) if most else (1.0, 2.0)
    assert Figure("a", value, floor, aim, most=most).verdict == verdict


def test_mixed_load_has_80_estimates_15_lists_and_5_bookings():
    sent = Counter(kind for kind, _ in zip(kinds_of(Load("mixed", 80, 1)), range(100), strict=False))
    assert sent == {"estimate": 80, "list": 15, "booking": 5}
