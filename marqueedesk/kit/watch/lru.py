"""Least-recently-used cache."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class LruCache(Generic[KeyT, ValueT]):
    """Thread-safe cache that evicts the least recently used value beyond ``most``."""

    def __init__(self, most: int) -> None:
        """Create an empty cache."""
        self._most = most
        self._values: OrderedDict[KeyT, ValueT] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: KeyT) -> ValueT | None:
        """Return the cached value, or None."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()

    def keep(self, key: KeyT, value: ValueT) -> None:
        """Store a value, evicting the least recently used one if full."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
