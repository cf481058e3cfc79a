"""No test reaches another machine: the guard itself."""

import socket

import pytest

from tests.support.sockets import OutsideWorld


def test_a_connection_to_another_machine_raises():
    # An address that is reserved for documentation: were the guard gone, nothing would answer there.
    with socket.socket() as outside, pytest.raises(OutsideWorld):
        outside.connect(("192.0.2.1", 80))


def test_looking_up_a_name_raises():
    with pytest.raises(OutsideWorld):
        socket.getaddrinfo("example.com", 443)


def test_this_machine_may_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()
