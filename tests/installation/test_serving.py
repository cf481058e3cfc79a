"""What each process of a server begins with."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil

from tests.support import databases
from tests.support.server import LiveServer

LOOK = """
import gc, sys
from marqueedesk.web.serving import application

app = application()
print(app.title, gc.isenabled(), gc.get_freeze_count() > 50_000, sys.getswitchinterval())
app.state.database.close()
"""


def test_what_is_loaded_is_set_aside_garbage_is_looked_for_again_and_threads_take_short_turns(tmp_path: Path):
    kept = {"MARQUEEDESK_DATABASE_URL": f"sqlite:///{tmp_path}/desk.db", "MARQUEEDESK_DATA_DIR": str(tmp_path)}

    # In a process of its own, since it concerns a whole process.
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=os.environ | kept, check=True, capture_output=True, text=True
    )

    assert done.stdout.split() == ["MarqueeDesk", "True", "True", "0.001"]


def serving(server: LiveServer) -> list[psutil.Process]:
    """The processes that answer."""
    return [process for process in psutil.Process(server.pid).children() if process.is_running()]


def test_several_processes_share_what_is_loaded_are_replaced_and_end_together(start_server: Callable[..., LiveServer]):
    server = start_server(databases.new("postgresql"), workers=2)
    everything = psutil.Process(server.pid).children(recursive=True)
    first = serving(server)
    assert len(first) == 2
    for process in first:
        held = process.memory_full_info()
        assert held.uss < 0.6 * held.rss, "most of it is shared"

    first[0].kill()
    first[0].wait(10)
    deadline = time.monotonic() + 30
    while len(serving(server)) < 2:
        assert time.monotonic() < deadline, "it is replaced"
        time.sleep(0.1)
    assert httpx.get(f"{server.url}/readyz").is_success

    server.stop()
    _, left = psutil.wait_procs({*everything, *first}, timeout=15)
    assert left == []
