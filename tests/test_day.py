"""The day of a test run decides which database each case uses."""

import pytest

from tests.support import day
from tests.support.databases import KINDS

CASES = [f"tests/cases/test_dates.py::test_date[{number}]" for number in range(100)]


def test_each_case_runs_on_both_databases_within_two_days(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MARQUEEDESK_TEST_DAY", "2026-11-30")
    today = {case: day.todays(case, KINDS) for case in CASES}
    monkeypatch.setenv("MARQUEEDESK_TEST_DAY", "2026-12-01")
    tomorrow = {case: day.todays(case, KINDS) for case in CASES}

    assert all({*today[case], *tomorrow[case]} == {*KINDS} for case in CASES)
    assert all(len(kinds) == 1 for kinds in today.values())
    assert {kinds[0] for kinds in today.values()} == {*KINDS}


def test_run_without_a_day_uses_both_databases(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("MARQUEEDESK_TEST_DAY", raising=False)

    assert day.todays(CASES[0], KINDS) == KINDS
