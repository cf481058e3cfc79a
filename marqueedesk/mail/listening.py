"""The listening socket of a server."""

import socket

Listening = socket.socket
"""Socket that accepts connections."""


def handed_on(number: int) -> Listening:
    """Return the listening socket inherited from the program that this one replaced; ``number`` is its file
    descriptor.
    """
    return Listening(fileno=number)


def why_not(host: str, port: int) -> str | None:
    """Return why the address is unavailable, as the operating system reports it; None if a server can listen there."""
    try:
        # Like the server itself, reuse an address whose connections from the last run are still closing.
        family, kind, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(where)
    except OSError as problem:
        return problem.strerror or str(problem)
    return None
