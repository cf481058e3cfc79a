"""The product on three PostgreSQL servers with Citus: `make citus`, where the extension is installed."""

import shutil
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import psycopg
import pytest

from tests.support import databases, folder, postgres
from tests.support.api import Api
from tests.support.bookers import Bookers, report
from tests.support.desk import Team
from tests.support.server import LiveServer, client_of, free_port

pytestmark = pytest.mark.postgres_only
STOCK = 25
MOVES = 4


@dataclass
class Machine:
    """A PostgreSQL server with the extension loaded."""

    name: str
    port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        self.server = postgres.Server(folder.current() / f"citus-{self.name}")

    @property
    def url(self) -> str:
        """Return the URL of the product's database on this machine."""
        return f"postgresql://{postgres.USER}@127.0.0.1:{self.port}/desk"

    def start(self) -> None:
        """Start the server with an empty database that has the extension."""
        self.server.start(
            listen_addresses="127.0.0.1",
            port=str(self.port),
            shared_preload_libraries="citus",
            wal_level="logical",
            max_prepared_transactions="200",
            synchronous_commit="on",
        )
        with psycopg.connect(self.url.replace("/desk", "/postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE desk")
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION citus")


@dataclass
class Cluster:
    """A coordinator and two workers."""

    machines: tuple[Machine, Machine, Machine]

    @property
    def url(self) -> str:
        """Return the URL that the product uses: that of the coordinator."""
        return self.machines[0].url

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement on the coordinator and return its rows."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []


@pytest.fixture
def cluster() -> Generator[Cluster]:
    """Three machines that are connected to each other, with empty databases."""
    cluster = Cluster((Machine("coordinator"), Machine("one"), Machine("two")))
    try:
        for machine in cluster.machines:
            machine.start()
        first, *workers = cluster.machines
        cluster.ask(f"SELECT citus_set_coordinator_host('127.0.0.1', {first.port})")
        for worker in workers:
            cluster.ask(f"SELECT citus_add_node('127.0.0.1', {worker.port})")
        yield cluster
    finally:
        for machine in cluster.machines:
            if machine.server.running:
                machine.server.stop()
            shutil.rmtree(machine.server.path, ignore_errors=True)


def test_distributing_a_filled_database_loses_nothing_while_rows_move(
    cluster: Cluster, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
):
    databases.migrate(cluster.url)
    idle = LiveServer(cluster.url)
    idle.run("seed-demo")
    rows = cluster.ask("SELECT count(*) FROM bookings")
    with pytest.raises(AssertionError, match=r"Not distributed yet (run --apply): .*bookings"):
        idle.run("distribute", "--check")
    assert "bookings: by operator" in idle.run("distribute", "--apply")
    assert "by operator" not in idle.run("distribute", "--apply"), "what is placed stays as it is"
    assert "bookings: by operator" in idle.run("distribute", "--check")
    assert cluster.ask("SELECT count(*) FROM bookings") == rows

    server = start_server(cluster.url)
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=STOCK)
    operator.add_letters("Y", quantity=1)

    def book(_number: int) -> int:
        with client_of(server.url) as http:
            return Api(http).try_to_book(userId=operator.id, message="Y").status_code

    with ThreadPoolExecutor(32) as pool:
        assert sorted(pool.map(book, range(32))) == [201] + [409] * 31

    booking = operator.book()
    with (
        Bookers([server.url], operator.id) as bookers,
        Team([server.url], operator.http.cookies, booking["id"]) as team,
    ):
        assert bookers.wait_for(30, seconds=30)
        [(shard,)] = cluster.ask(f"SELECT get_shard_id_for_distribution_column('operators', {operator.id})")
        bookers.next_round()
        began = time.monotonic()
        for _ in range(MOVES):
            [(source,)] = cluster.ask(f"SELECT nodeport FROM pg_dist_shard_placement WHERE shardid = {shard}")
            target = next(machine.port for machine in cluster.machines[1:] if machine.port != source)
            here, there = f"'127.0.0.1', {source}", f"'127.0.0.1', {target}"
            cluster.ask(f"SELECT citus_move_shard_placement({shard}, {here}, {there}, 'force_logical')")
        seconds = (time.monotonic() - began) / MOVES
        assert bookers.wait_for(30, seconds=30)
        silence = bookers.silence()

    print(report(bookers, [silence]), f"a shard moves in {seconds:.1f} s")
    assert bookers.wrong == []
    bookers.check_kept(cluster.url, STOCK)
    assert team.wrong == []
    assert team.rounds >= 1
