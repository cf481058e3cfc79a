"""Tells systemd that the server is ready and well, where systemd has started it and waits for that."""

import contextlib
import os
import socket


def tell_ready() -> None:
    """Say that the server is ready and well (``Type=notify``, ``WatchdogSec=`` of the unit); elsewhere nothing."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sending,
    ):
        sending.sendto(b"READY=1\nWATCHDOG=1", address)
