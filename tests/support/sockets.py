"""No test talks to another machine: a connection anywhere but this one raises where it is opened."""

import ipaddress
import sys
from typing import Any


class OutsideWorld(RuntimeError):
    """A test tried to reach another machine."""


def forbid_other_machines() -> None:
    """From here on, and for good in this process."""
    sys.addaudithook(_check)


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = arguments[1]
        # A path or bytes is a Unix socket.
        if isinstance(address, tuple) and not _is_here(str(address[0])):
            raise OutsideWorld(f"a test connects to {address[0]}")
    elif event == "socket.getaddrinfo" and not _is_here(arguments[0]):
        raise OutsideWorld(f"a test looks up {arguments[0]}")


def _is_here(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in {None, "", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(str(name)).is_loopback
    except ValueError:
        return False
