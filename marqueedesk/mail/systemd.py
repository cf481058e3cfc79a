"""Readiness and watchdog notifications to systemd, if it started the server."""

import contextlib
import os
import socket


def notify_ready() -> None:
    """If systemd started the server (``Type=notify``, ``WatchdogSec=`` of the unit), report that the server is ready
    and healthy.
    """
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
