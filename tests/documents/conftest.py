"""Fixtures of all document tests."""

import pytest

from marqueedesk.documents import typeset
from marqueedesk.documents.turns import Kept


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch):
    """Disable the document cache, which on a slow machine would serve one test's documents to the next."""
    monkeypatch.setattr(typeset, "_kept", Kept(typeset.KEPT_BYTES, from_seconds=typeset.SLOW))
