"""Work in a child process with limits on memory, CPU time and duration."""

import time

import pytest

from marqueedesk.kit.jobs.sandboxed_process import Answer, Ended, ask
from tests.support import bounded_work


def work(name: str, given: bytes = b"", seconds: float = 30) -> Answer:
    return ask(bounded_work.__name__, name, payload=given, seconds=seconds)


def test_child_process_returns_its_result_in_parts():
    given = bytes(range(256)) * 4000

    assert work("repeat", given).parts == (given, b"", given)


def test_child_process_returns_error_message():
    assert work("refuse", b"picture") == Answer(refused="No picture")


def test_child_process_does_not_inherit_settings(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MARQUEEDESK_SECRET_KEY", "a secret that a decoder must not find")

    names = {part.decode() for part in work("names").parts}

    assert "PYTHONPATH" in names
    assert not any(name.startswith("MARQUEEDESK") for name in names)


def test_child_process_over_memory_limit_is_terminated():
    assert work("fill", b"16").parts == (b"16777216",)
    with pytest.raises(Ended):
        work("fill", b"128")


def test_child_process_over_cpu_limit_is_terminated():
    began = time.monotonic()
    with pytest.raises(Ended):
        work("spin")

    assert time.monotonic() - began < 25, "the CPU limit ends it before the caller's timeout"


def test_child_process_is_terminated_at_caller_timeout():
    with pytest.raises(Ended):
        work("spin", seconds=0.2)
