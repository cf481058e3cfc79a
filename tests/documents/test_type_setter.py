"""The type setter's subprocess when it is killed, too slow, or compiles the longest documents; other requests
continue.
"""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import psutil
import pytest

from marqueedesk.documents import type_setter
from marqueedesk.documents.errors import NotTypeset
from marqueedesk.documents.labels import MOST, SHEETS, Label, labels_pdf
from marqueedesk.documents.typeset import pdf
from marqueedesk.kit.jobs.sandboxed_process import Bounds
from tests.documents.test_papers import paper, read
from tests.support.api import Api

NOW = datetime(2027, 6, 1, 12, tzinfo=UTC)
LONG = "ไทยไทย " * 2857


def make_pdf(text: str, whose: int = 1) -> bytes:
    return pdf(paper(terms=text), whose=whose, logo=None, made_at=NOW)


def type_setters() -> list[psutil.Process]:
    """Return the type setter processes started by this one."""
    found: list[psutil.Process] = []
    for child in psutil.Process().children():
        try:
            if type_setter.__name__ in child.cmdline():
                found.append(child)
        except psutil.Error:
            continue
    return found


def test_document_with_a_killed_process_fails_and_the_next_one_succeeds():
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(make_pdf, LONG + "killed")
        deadline = time.monotonic() + 60
        while not (running := type_setters()):
            assert time.monotonic() < deadline
            time.sleep(0.001)
        for process in running:
            process.kill()
        with pytest.raises(NotTypeset, match="could not be created"):
            asked.result()

    # The same text, so the document was not the cause.
    assert read(make_pdf(LONG + "killed")).pages
    assert type_setters() == []


def test_document_over_the_time_limit_fails_with_a_message_and_the_next_one_succeeds(
    operator: Api, monkeypatch: pytest.MonkeyPatch
):
    operator.add_letters("LOVE")
    booking = operator.book(message="LOVE")["id"]
    operator.patch(f"/api/bookings/{booking}/status", json={"status": "confirmed"}).raise_for_status()
    path = f"/api/bookings/{booking}/confirmation.pdf"

    with monkeypatch.context() as hurried:
        hurried.setattr(type_setter, "BOUNDS", Bounds(type_setter.BOUNDS.memory, 0.001))
        refused = operator.get(path)

    assert (refused.status_code, refused.json()["code"]) == (503, "not_typeset")
    assert "shorten its terms and notes" in refused.json()["message"]
    assert refused.headers["Retry-After"] == "5"
    assert operator.get(path).content.startswith(b"%PDF")


def test_server_process_does_not_import_the_type_setter():
    make_pdf("Short")

    assert "typst" not in sys.modules


def test_longest_documents_fit_in_memory_and_time_limits():
    labels = [Label(f"{number}-A-4ft-warm-white", "Letter A, 4 ft", ("x" * 60, "y" * 60)) for number in range(MOST)]
    rows = [{"text": "z" * 200, "detail": "d" * 200, "amount": "$999,999.99"}] * 200

    assert read(labels_pdf(labels, SHEETS["62mm"], NOW, whose=1)).get_num_pages() == MOST
    assert pdf(paper(terms=LONG, prices=rows), whose=1, logo=None, made_at=NOW).startswith(b"%PDF")


def test_documents_are_compiled_one_at_a_time():
    most = 0
    over = threading.Event()

    def watch() -> None:
        nonlocal most
        while not over.is_set():
            most = max(most, len(type_setters()))

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        with ThreadPoolExecutor(6) as threads:
            assert all(threads.map(lambda number: make_pdf(f"Short {number}", whose=number), range(6)))
    finally:
        over.set()
        watching.join()

    assert most == 1
