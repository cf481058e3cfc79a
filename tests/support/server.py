"""The real program in its own process, for race tests, kill -9 and the browser."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Self

import httpx

from tests.support import folder

PROGRAM = str(Path(sys.executable).parent / "marqueedesk")
# Generous, because several servers may start at once on a busy machine.
START_SECONDS = 60
# Hypothesis seeds the default generator, which would then give the same ports to everyone.
_chance = random.SystemRandom()


def next_summer() -> date:
    """June 1 of next year: in the future, but not too far ahead to be booked now."""
    return date(date.today().year + 1, 6, 1)  # noqa: DTZ011 - a calendar day months away, so the time zone does not matter.


def free_port() -> int:
    """A free port outside the range used for outgoing connections, so it stays free."""
    while True:
        port = _chance.randrange(10_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def client_of(url: str, timeout: float = 30) -> httpx.Client:
    """A client without TLS certificates: nothing here is encrypted, and loading them takes longer than ten requests."""
    # The server closes connections after five idle seconds, and a request sent at that moment fails.
    limits = httpx.Limits(keepalive_expiry=1)
    return httpx.Client(base_url=url, timeout=timeout, verify=False, limits=limits)


class LiveServer:
    """`marqueedesk serve` on a free port with a database; can be stopped, killed and restarted."""

    def __init__(
        self,
        database_url: str,
        *,
        workers: int = 1,
        settings: Mapping[str, str] | None = None,
        source: Path | None = None,
    ) -> None:
        """``source`` is a folder with another version of the program to run instead."""
        self.database_url = database_url
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data_dir = folder.current() / f"data-{self.port}"
        self.log = folder.current() / f"server-{self.port}.log"
        self._workers = workers
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("MARQUEEDESK_")},
            # Files left by a killed server are removed with the run's folder.
            "TMPDIR": str(folder.current()),
            "MARQUEEDESK_DATABASE_URL": database_url,
            "MARQUEEDESK_DATA_DIR": str(self.data_dir),
            "MARQUEEDESK_PUBLIC_URL": self.url,
            "MARQUEEDESK_RATE_LIMITS": "off",
            "MARQUEEDESK_SECRET_KEY": "a key for tests alone, long enough",
            **{f"MARQUEEDESK_{name.upper()}": value for name, value in (settings or {}).items()},
            **({"PYTHONPATH": str(source)} if source else {}),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start and wait until the server is ready."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [PROGRAM, "serve", "--port", str(self.port), "--workers", str(self._workers)],
                env=self._environment,
                stdout=log,
                stderr=log,
                # A separate process group, so that a signal also reaches the worker processes.
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        with client_of(self.url, timeout=2) as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if client.get("/readyz").is_success:
                        return self
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")
                time.sleep(0.05)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    def run(self, *command: str) -> str:
        """Run another command of the program with the same settings and return its output."""
        done = subprocess.run([PROGRAM, *command], env=self._environment, check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout

    def stop(self) -> None:
        """Stop it gracefully, like an administrator."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it without running any handlers, as in a power failure."""
        self._signal(signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The id of its main process."""
        assert self._process is not None
        return self._process.pid

    def _signal(self, which: signal.Signals) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, which)
        try:
            self._process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=60)
        self._process = None
