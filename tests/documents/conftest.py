"""Fixtures of all document tests."""

import pytest

from marqueedesk.documents import typeset


@pytest.fixture(autouse=True)
def empty_cache():
    """Empty the document cache, which on a slow machine would serve one test's documents to the next."""
    typeset.CACHE.clear()
