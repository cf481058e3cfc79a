"""Two PostgreSQL servers under Patroni lose their primary ten times while eight clients book: `make failover`."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import psycopg
import pytest

from tests.support import databases, folder, postgres
from tests.support.api import Api
from tests.support.bookers import Bookers, report
from tests.support.server import LiveServer, free_port

pytestmark = pytest.mark.postgres_only
ROUNDS = 10
STOCK = 25
# The time that the deployment guide promises.
BACK_WITHIN_SECONDS = 30


@dataclass
class Node:
    """A PostgreSQL server and the Patroni that manages it."""

    name: str
    path: Path
    port: int = field(default_factory=free_port)
    api: int = field(default_factory=free_port)
    process: subprocess.Popen[Any] | None = None

    def start(self, etcd: int) -> None:
        """Start Patroni, which starts PostgreSQL, as a standby of the other node if that exists."""
        hosts = ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
        limits = {"max_connections": 100, "shared_buffers": "64MB", "wal_log_hints": "on", "synchronous_commit": "on"}
        rules = {
            # Patroni's shortest: a node that has not renewed its lease for this long is no longer the leader.
            "ttl": 20,
            "loop_wait": 2,
            "retry_timeout": 3,
            "primary_start_timeout": 0,
            "synchronous_mode": True,
            "postgresql": {"use_pg_rewind": True, "parameters": limits},
        }
        config = {
            "scope": "desk",
            "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.api}", "connect_address": f"127.0.0.1:{self.api}"},
            "etcd3": {"host": f"127.0.0.1:{etcd}"},
            "bootstrap": {"dcs": rules, "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}]},
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}",
                "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.path / "data"),
                "bin_dir": str(Path(postgres.binary("initdb")).parent),
                "pg_hba": hosts,
                "authentication": {
                    "superuser": {"username": postgres.USER},
                    "replication": {"username": postgres.USER},
                    "rewind": {"username": postgres.USER},
                },
                "parameters": {"unix_socket_directories": str(self.path)},
            },
        }
        self.path.mkdir(exist_ok=True)
        # JSON is valid YAML.
        (self.path / "patroni.yml").write_text(json.dumps(config))
        _lend(self.path)
        self.process = _run(["patroni", str(self.path / "patroni.yml")], self.path / "patroni.log")

    def kill_database(self) -> None:
        """Kill PostgreSQL, as a crash would."""
        first = int((self.path / "data/postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGKILL)

    def kill_machine(self) -> None:
        """Kill PostgreSQL and Patroni, as if the machine died."""
        assert self.process is not None
        self.process.kill()
        self.kill_database()
        self.process.wait(timeout=10)
        self.process = None

    def stop(self) -> None:
        """Stop both, if they are running."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int((self.path / "data/postmaster.pid").read_text().split()[0]), signal.SIGQUIT)


@dataclass
class Cluster:
    """Two nodes, and the etcd in which they agree on the primary."""

    nodes: tuple[Node, Node]
    etcd: int

    @property
    def url(self) -> str:
        """Return the URL of the product's database, whichever node it is on at the moment."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://{postgres.USER}@{hosts}/desk"

    def members(self) -> dict[str, Any]:
        """Return each node's own view of the cluster, by name; empty while none responds."""
        for node in self.nodes:
            with (
                contextlib.suppress(URLError, OSError),
                urlopen(f"http://127.0.0.1:{node.api}/cluster", timeout=2) as answer,
            ):
                return {member["name"]: member for member in json.load(answer)["members"]}
        return {}

    def healthy(self) -> Node | None:
        """Return the primary if the other node follows it synchronously."""
        members = self.members()
        roles = {member.get("role"): (name, member.get("state")) for name, member in members.items()}
        if set(roles) != {"leader", "sync_standby"} or roles["sync_standby"][1] not in {"running", "streaming"}:
            return None
        name, state = roles["leader"]
        return next(node for node in self.nodes if node.name == name) if state == "running" else None

    def wait_until_healthy(self, seconds: float = 120) -> Node:
        """Return the primary once the cluster has a standby that is ready to take over."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            primary = self.healthy()
            if primary is not None:
                return primary
            time.sleep(0.5)
        logs = "\n".join((node.path / "patroni.log").read_text()[-1500:] for node in self.nodes)
        raise AssertionError(f"the cluster is not healthy: {self.members()}\n{logs}")


def _lend(path: Path) -> None:
    """Give a folder to the user that runs PostgreSQL."""
    owner = postgres.identity()
    for place in (path, *path.glob("*.yml")):
        if owner:
            os.chown(place, owner["user"], owner["group"])


def _run(command: list[str], log: Path) -> subprocess.Popen[Any]:
    program = shutil.which(command[0])
    assert program is not None, f"{command[0]} is missing"
    with log.open("ab") as output:
        return subprocess.Popen(
            [program, *command[1:]],
            cwd="/",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            stdout=output,
            stderr=output,
            **postgres.identity(),
        )


@pytest.fixture
def cluster() -> Generator[Cluster]:
    """A healthy cluster with the product's empty tables."""
    place = folder.current() / "patroni"
    place.mkdir()
    _lend(place)
    client, peer = free_port(), free_port()
    here = f"http://127.0.0.1:{client}"
    there = f"http://127.0.0.1:{peer}"
    etcd = _run(
        [
            "etcd",
            *("--name", "one", "--data-dir", str(place / "etcd"), "--logger", "zap", "--log-level", "error"),
            *("--listen-client-urls", here, "--advertise-client-urls", here, "--listen-peer-urls", there),
            *("--initial-advertise-peer-urls", there, "--initial-cluster", f"one={there}"),
        ],
        place.parent / "etcd.log",
    )
    cluster = Cluster((Node("a", place / "a"), Node("b", place / "b")), client)
    try:
        for node in cluster.nodes:
            node.start(client)
        primary = cluster.wait_until_healthy()
        administrators = f"postgresql://{postgres.USER}@127.0.0.1:{primary.port}/postgres"
        with psycopg.connect(administrators, autocommit=True) as connection:
            connection.execute("CREATE DATABASE desk")
        databases.migrate(f"postgresql://{postgres.USER}@127.0.0.1:{primary.port}/desk")
        yield cluster
    finally:
        for node in cluster.nodes:
            node.stop()
        etcd.terminate()
        etcd.wait(timeout=10)
        shutil.rmtree(place, ignore_errors=True)


def test_no_acknowledged_booking_is_lost_while_ten_primaries_die(
    cluster: Cluster, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
):
    server = start_server(cluster.url)
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=STOCK)
    silences: list[float] = []

    with Bookers([server.url], operator.id) as bookers:
        for number in range(ROUNDS):
            primary = cluster.wait_until_healthy()
            bookers.next_round()
            assert bookers.wait_for(20, seconds=20), "there are bookings before the primary dies"
            dies = primary.kill_database if number % 2 == 0 else primary.kill_machine
            dies()
            assert bookers.wait_for(20, seconds=60), f"nobody books after round {number + 1}: {cluster.members()}"
            silences.append(bookers.silence())
            print(f"round {number + 1}: {dies.__name__} {silences[-1]:.1f} s")
            if primary.process is None:
                primary.start(cluster.etcd)
        cluster.wait_until_healthy()

    print(report(bookers, silences))
    assert bookers.wrong == []
    assert max(silences) <= BACK_WITHIN_SECONDS, silences
    bookers.check_kept(f"{cluster.url}?target_session_attrs=read-write", STOCK)
