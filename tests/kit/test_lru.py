"""The least-recently-used cache."""

from marqueedesk.kit.watch.lru import LruCache


def test_least_recently_used_entry_is_evicted():
    recent = LruCache[str, int](2)
    recent.keep("a", 1)
    recent.keep("b", 2)
    assert recent.get("a") == 1
    recent.keep("c", 3)
    assert [recent.get(key) for key in "abc"] == [1, None, 3]
