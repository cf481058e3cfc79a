"""Server processes: their setup, shared memory, replacement, and the systemd watchdog."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest

from marqueedesk.kit.live.open_streams import MOST_OF_A_PERSON, MOST_OF_A_SIGN_IN
from tests.support import databases
from tests.support.api import Api
from tests.support.server import PROGRAM, LiveServer, free_port
from tests.support.together import wait_for

LOOK = """
import gc, sys
from marqueedesk.web.serving import application

app = application()
print(app.title, gc.isenabled(), gc.get_freeze_count() > 50_000, sys.getswitchinterval())
app.state.database.close()
"""


def test_server_process_freezes_gc_after_loading_and_shortens_switch_interval(tmp_path: Path):
    kept = {"MARQUEEDESK_DATABASE_URL": f"sqlite:///{tmp_path}/desk.db", "MARQUEEDESK_DATA_DIR": str(tmp_path)}

    # In a subprocess, because these settings are per process.
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=os.environ | kept, check=True, capture_output=True, text=True
    )

    assert done.stdout.split() == ["MarqueeDesk", "True", "True", "0.001"]


def server_processes(server: LiveServer) -> list[psutil.Process]:
    """Return the running worker processes."""
    return [process for process in psutil.Process(server.pid).children() if process.is_running()]


def test_worker_processes_share_memory_and_are_replaced_and_stopped_together(start_server: Callable[..., LiveServer]):
    server = start_server(databases.new("postgresql"), workers=2)
    everything = psutil.Process(server.pid).children(recursive=True)
    first = server_processes(server)
    assert len(first) == 2
    for process in first:
        held = process.memory_full_info()
        assert held.uss < 0.6 * held.rss, "most memory is shared"
    assert psutil.Process(server.pid).memory_full_info().uss < 14 * 2**20, "the supervisor loads little"

    first[0].kill()
    first[0].wait(60)
    deadline = time.monotonic() + 60
    while len(server_processes(server)) < 2:
        assert time.monotonic() < deadline, "the killed process is replaced"
        time.sleep(0.1)
    assert httpx.get(f"{server.url}/readyz").is_success

    server.stop()
    _, left = psutil.wait_procs({*everything, *first}, timeout=60)
    assert left == []


def test_open_streams_are_counted_per_process(start_server: Callable[..., LiveServer]):
    url = databases.new("postgresql")
    server = start_server(url, workers=2)
    owner = Api(httpx.Client(base_url=server.url, timeout=30)).register()
    with ExitStack() as open_pages, psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as database:

        def processes() -> int:
            (count,) = database.execute("SELECT count(DISTINCT process) FROM open_streams").fetchone() or (0,)
            return count

        for number in range(MOST_OF_A_PERSON):
            if number % MOST_OF_A_SIGN_IN == 0:
                page = Api(httpx.Client(base_url=server.url, timeout=30)).login(owner.user["email"])
                open_pages.callback(page.http.close)
            answer = open_pages.enter_context(page.http.stream("GET", "/api/events"))
            assert answer.status_code == 200
            if processes() == 2:
                break
        assert processes() == 2, "both processes have answered"
    owner.http.close()


HANGING = """
import os, sys, time
import uvicorn
from marqueedesk.web import processes, watchdog

processes.HANGS_AFTER, watchdog.BEATS_EVERY = 4.0, 0

async def app(scope, receive, send):
    if scope["type"] == "http":
        if scope["path"] == "/hang":
            time.sleep(600)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(os.getpid()).encode()})

assert processes.inherits_orphans()
config = uvicorn.Config(app, port=int(sys.argv[1]), workers=1, lifespan="off", log_level="warning")
sys.exit(processes.Processes(1, config.bind_socket(), lambda: config, lambda: None).run())
"""


@pytest.fixture
def hanging(tmp_path: Path) -> Generator[str]:
    """Address of a server whose process hangs on `/hang` and is replaced after four seconds."""
    port = free_port()
    with (tmp_path / "said").open("w") as said:
        process = subprocess.Popen([sys.executable, "-c", HANGING, str(port)], stderr=said)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(30)


def test_hanging_process_is_replaced(hanging: str, tmp_path: Path):
    def answer(path: str) -> str | None:
        try:
            return httpx.get(hanging + path, timeout=60).text
        except httpx.TransportError:
            return None

    wait_for(lambda: answer("/") is not None, "it serves")
    before = answer("/")

    assert answer("/hang") is None
    wait_for(lambda: answer("/") is not None, "another one serves")

    assert answer("/") != before
    assert (tmp_path / "said").read_text() == f"Server process {before} stopped responding and will be replaced.\n"


# The server sends its second message after five seconds. For the worker, one is enough.
@pytest.mark.parametrize("command, words", [("serve", 2), ("worker", 1)])
def test_systemd_watchdog_is_notified_repeatedly(command: str, words: int, tmp_path: Path):
    database = {"MARQUEEDESK_DATABASE_URL": databases.new("sqlite"), "MARQUEEDESK_DATA_DIR": str(tmp_path)}
    environment = os.environ | database | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
    options = ["--port", str(free_port())] if command == "serve" else []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(environment["NOTIFY_SOCKET"])
        systemd.settimeout(60)
        with subprocess.Popen([PROGRAM, command, *options], env=environment) as process:
            heard = [systemd.recv(100) for _ in range(words)]
            process.terminate()

    assert heard == [b"READY=1\nWATCHDOG=1"] * words
