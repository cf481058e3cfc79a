"""Replace two servers of an older version by two of this one under load: `make rolling FROM=…`."""

import os
import subprocess
from collections.abc import Callable, Generator
from pathlib import Path

import httpx
import pytest

from tests.support import databases, folder
from tests.support.api import Api, ok_json
from tests.support.bookers import Bookers, report
from tests.support.desk import Team
from tests.support.server import LiveServer

pytestmark = pytest.mark.postgres_only
ROOT = Path(__file__).parents[2]
STOCK = 25


@pytest.fixture
def older() -> Generator[Path]:
    """A worktree of the older version, from the commit in MARQUEEDESK_TEST_FROM."""
    place = folder.current() / "older"
    commit = os.environ["MARQUEEDESK_TEST_FROM"]
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(place), commit], cwd=ROOT, check=True)
    yield place
    subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=True)


def test_rolling_update_causes_no_errors(
    older: Path, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
):
    url = databases.new_unmigrated("postgresql")
    old = [start_server(url, source=older) for _ in range(2)]
    operator = live_caller(old[0]).register()
    operator.add_letters("LOVE", quantity=STOCK)
    booking = operator.book()
    urls = [server.url for server in old]

    with (
        Bookers(urls, operator.id) as bookers,
        Team(urls, operator.http.cookies, booking["id"]) as team,
    ):
        assert bookers.wait_for(50, seconds=30), "the older version takes bookings"
        bookers.next_round()
        new = [start_server(url)]
        # The first new server has migrated the database. Both old servers keep working and report that they are ready.
        assert [httpx.get(f"{url}/readyz").status_code for url in [*urls, new[0].url]] == [200] * 3
        assert bookers.wait_for(50, seconds=30), "the older version goes on after the migration"
        for number in range(2):
            bookers.next_round()
            urls[number] = new[number].url
            old[number].stop()
            assert bookers.wait_for(50, seconds=30), "both versions serve"
            if number == 0:
                new.append(start_server(url))
        rounds = team.rounds
        assert bookers.wait_for(50, seconds=30)

    print(report(bookers, [bookers.silence()]), f"{team.rounds} rounds of the team")
    assert team.rounds > rounds > 3
    assert (bookers.wrong, team.wrong) == ([], [])
    bookers.check_kept(url, STOCK)
    assert ok_json(live_caller(new[0]).login(operator.user["email"]).get(f"/api/bookings/{booking['id']}"))
