"""The address that a server listens on."""

import socket

Listening = socket.socket
"""Where connections to an address come in."""


def handed_on(number: int) -> Listening:
    """The address on which a program listens whose place this one has taken; ``number`` is that of the open file."""
    return Listening(fileno=number)


def why_not(host: str, port: int) -> str | None:
    """Why nothing can listen there, in the system's words; None where a server can."""
    try:
        # As the server itself does: an address of the last run that is still winding down may be used again.
        family, kind, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(where)
    except OSError as problem:
        return problem.strerror or str(problem)
    return None
