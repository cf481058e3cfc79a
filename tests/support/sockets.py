"""Tests may not connect to other machines: such connections raise an error.

Stripe's test mode is an exception if there is a key for it.
"""

import ipaddress
import sys
from typing import Any


class OutsideWorld(RuntimeError):
    """A test tried to connect to another machine."""


_PROVIDER = "api.stripe.com"
_HTTPS = 443


def block_network(*, but_the_provider: bool) -> None:
    """Forbid connections to other machines in this process from now on."""

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        asked = arguments[0] if event == "socket.getaddrinfo" else None
        to_port = _port(arguments[1]) if event == "socket.connect" else None
        if not but_the_provider or (asked not in {_PROVIDER, _PROVIDER.encode()} and to_port != _HTTPS):
            _check(event, arguments)

    sys.addaudithook(check)


def _port(address: object) -> object:
    return address[1] if isinstance(address, tuple) else None


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = arguments[1]
        # Strings and bytes are Unix socket paths.
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
