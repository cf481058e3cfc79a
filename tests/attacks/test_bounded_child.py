"""Work in a process of its own: what comes back, and what ends it."""

import time

import pytest

from marqueedesk.kit.jobs.sandboxed_process import Answer, Ended, ask
from tests.support import bounded_work


def work(name: str, given: bytes = b"", seconds: float = 30) -> Answer:
    return ask(bounded_work.__name__, name, payload=given, seconds=seconds)


def test_what_it_makes_comes_back_in_its_parts():
    given = bytes(range(256)) * 4000

    assert work("repeat", given).parts == (given, b"", given)


def test_what_it_refuses_comes_back_as_a_sentence():
    assert work("refuse", b"picture") == Answer(refused="No picture")


def test_it_has_none_of_the_settings(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MARQUEEDESK_SECRET_KEY", "a secret that a decoder must not find")

    names = {part.decode() for part in work("names").parts}

    assert "PYTHONPATH" in names
    assert not any(name.startswith("MARQUEEDESK") for name in names)


def test_it_ends_where_it_takes_more_memory_than_its_bound():
    assert work("fill", b"16").parts == (b"16777216",)
    with pytest.raises(Ended):
        work("fill", b"128")


def test_it_ends_where_it_computes_for_longer_than_its_bound():
    began = time.monotonic()
    with pytest.raises(Ended):
        work("spin")

    assert time.monotonic() - began < 25, "its own bound ends it, before the patience of who asked"


def test_it_ends_where_the_patience_of_who_asked_does():
    with pytest.raises(Ended):
        work("spin", seconds=0.2)
