"""Supervisor of several servers as a separate program. After all checks, `marqueedesk serve` replaces itself with this
program, which frees 18 MiB of loaded code.
"""

import json
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from marqueedesk.mail.listening import Listening, handed_on
from marqueedesk.mail.systemd import notify_ready
from marqueedesk.web.processes import Processes

if TYPE_CHECKING:
    import uvicorn


def become(listening: Listening, count: int, application: str, options: Mapping[str, Any]) -> NoReturn:
    """Replace this process with the supervisor, keeping the process id, for several servers with uvicorn's ``options``.
    Requires a process without threads that `inherits_orphans`; that setting is kept.
    """
    listening.set_inheritable(True)
    sys.stdout.flush()
    sys.stderr.flush()
    arguments = json.dumps([listening.fileno(), count, application, options])
    os.execv(sys.executable, [sys.executable, "-P", "-m", __name__, arguments])  # noqa: S606 - this same program.


def watch(listening: int, count: int, application: str, options: dict[str, Any]) -> int:
    """Supervise the servers until a signal; return the command's exit code."""

    def load() -> "uvicorn.Config":
        from uvicorn import Config  # noqa: PLC0415 - the process that watches does without it.

        import_module("marqueedesk.web.ready")
        return Config(application, **options)

    return Processes(count, handed_on(listening), load, notify_ready).run()


if __name__ == "__main__":
    sys.exit(watch(*json.loads(sys.argv[1])))
