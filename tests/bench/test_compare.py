"""Benchmark results of two checkouts, parsed from their output and compared."""

from pathlib import Path

import pytest

from bench.compare import SideBySide, compared, figures_in, report

TABLE = """\
2026-11-22 10:00 UTC · 2 cores, a CPU · Python 3.11.7 · PostgreSQL 15.1 · load before the run 0.1
                                                    value    floor      aim  reached
bookings / pgbench's essential transaction          0.251     0.15      0.3  floor   310/s against 1235/s
CPU per estimate                                  1.42 ms        3      1.2  floor   application and database
500 streams, idle: server and database     1.2 % of a core        5        2  aim     0.10% of it with one stream
memory (PSS), 2 server processes                  231 MiB      250      150  floor   after the load, all processes
"""


def test_figures_are_parsed_from_the_table():
    assert figures_in(TABLE) == {
        "bookings / pgbench's essential transaction": 0.251,
        "CPU per estimate": 1.42,
        "500 streams, idle: server and database": 1.2,
        "memory (PSS), 2 server processes": 231,
    }


def test_ratio_is_the_median_over_alternating_runs():
    # The machine was half as fast in the second run; the new checkout was 10% faster in both.
    turns = [({"a": 100.0, "gone": 1.0}, {"a": 110.0}), ({"a": 50.0}, {"a": 55.0}), ({"a": 100.0}, {"a": 110.0})]

    assert list(compared(turns)) == [SideBySide("a", 100.0, 110.0, 1.1)]


@pytest.mark.parametrize("parts, what", [(["list"], "measured"), ([], "served")])
def test_error_names_the_checkout_that_cannot_be_measured(parts: list[str], what: str, tmp_path: Path):
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho no such module >&2\nexit 1\n")
    python.chmod(0o755)

    with pytest.raises(SystemExit, match=f"could not be {what}:\nno such module"):
        list(report(tmp_path, tmp_path, parts))
