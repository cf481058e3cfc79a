"""What holds for every test of documents."""

import pytest

from marqueedesk.documents import typeset
from marqueedesk.documents.turns import Kept


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch):
    """On a slow machine any document takes long enough to be kept for the tests after it."""
    monkeypatch.setattr(typeset, "_kept", Kept(typeset.KEPT_BYTES, from_seconds=typeset.SLOW))
