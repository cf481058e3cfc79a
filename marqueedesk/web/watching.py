"""The process that watches over several servers, as a program of its own: `marqueedesk serve` becomes it once it has
checked everything, and so gives up what it has loaded for that, 18 MiB.
"""

import json
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from marqueedesk.mail.listening import Listening, handed_on
from marqueedesk.mail.systemd import tell_ready
from marqueedesk.web.processes import Processes

if TYPE_CHECKING:
    import uvicorn


def become(listening: Listening, count: int, application: str, options: Mapping[str, Any]) -> NoReturn:
    """Go on as that program, with the same process id, for so many servers with uvicorn's ``options``. For a process
    that has no threads and `inherits_orphans`, which a program that takes its place does too.
    """
    listening.set_inheritable(True)
    sys.stdout.flush()
    sys.stderr.flush()
    given = json.dumps([listening.fileno(), count, application, options])
    os.execv(sys.executable, [sys.executable, "-P", "-m", __name__, given])  # noqa: S606 - this very program.


def watch(listening: int, count: int, application: str, options: dict[str, Any]) -> int:
    """Watch over the servers until a signal ends it. Returns what the command ends with."""

    def load() -> "uvicorn.Config":
        from uvicorn import Config  # noqa: PLC0415 - the process that watches does without it.

        import_module("marqueedesk.web.ready")
        return Config(application, **options)

    return Processes(count, handed_on(listening), load, tell_ready).run()


if __name__ == "__main__":
    sys.exit(watch(*json.loads(sys.argv[1])))
