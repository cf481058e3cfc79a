"""What was used last, up to a number."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class Recent(Generic[KeyT, ValueT]):
    """Values by key. Beyond ``most`` of them the one goes that nobody has asked for longest. For any thread."""

    def __init__(self, most: int) -> None:
        """Nothing is kept yet."""
        self._most = most
        self._values: OrderedDict[KeyT, ValueT] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: KeyT) -> ValueT | None:
        """The value, if it is kept."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
            return found

    def keep(self, key: KeyT, value: ValueT) -> None:
        """Keep a value, and let go of the one that has waited longest."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
