"""The guard that keeps tests from connecting to other machines."""

import socket

import pytest

from tests.support.sockets import OutsideWorld


def test_connecting_to_another_machine_raises():
    # An address reserved for documentation, so nothing answers even without the guard.
    with socket.socket() as outside, pytest.raises(OutsideWorld):
        outside.connect(("192.0.2.1", 80))


def test_dns_lookup_raises():
    with pytest.raises(OutsideWorld):
        socket.getaddrinfo("example.com", 443)


def test_connecting_to_localhost_is_allowed():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()
