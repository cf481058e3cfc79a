"""`marqueedesk move-business`: move a business to another installation, with working public addresses."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from typer.testing import CliRunner

from marqueedesk.app import create_app
from marqueedesk.business_files.importing import import_business
from marqueedesk.cli import app as cli
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.settings import Settings
from tests.business_files.conftest import settings_in, written
from tests.support import rows
from tests.support.api import Api, booking_body, ok_json

NEW = "https://new.example"
Move = Callable[..., str]


@pytest.fixture
def move(app: FastAPI, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Move:
    """Run the command, and apply it to the server at once."""
    monkeypatch.setenv("MARQUEEDESK_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("MARQUEEDESK_DATABASE_URL", database.url)

    def run(*arguments: str, code: int = 0) -> str:
        done = CliRunner().invoke(cli, ["move-business", *arguments])
        assert done.exit_code == code, done.output
        app.state.cached_settings.forget()
        return done.output

    return run


def test_public_addresses_of_moved_business_redirect(
    filled: Api,
    other_business: Api,
    visitor: Api,
    database: Database,
    target: Database,
    tmp_path: Path,
    move: Move,
    caller_of: Callable[[FastAPI], Api],
):
    booking = filled.book(message="E")
    token = filled.booking_token(booking["id"])
    calendar = urlsplit(ok_json(filled.post("/api/calendar-feed"))["url"]).path
    quote = f"/q/{filled.sent_quote()['token']}"
    published = [
        f"/booking?userId={filled.key}",
        f"/embed?key={filled.key}&size=4ft",
        f"/b/{token}",
        f"/api/public/bookings/{token}",
        quote,
        calendar,
        f"/api/public/reviews/{filled.key}",
    ]

    move(str(filled.id), "--begin")
    # Customers can still read their pages, but nothing can change until the business is imported.
    assert visitor.get(f"/api/public/bookings/{token}").status_code == 200
    assert visitor.post("/api/bookings", json=booking_body(userId=filled.key)).status_code == 404
    assert filled.get("/api/bookings").status_code == 403
    file = written(database, filled.id, tmp_path / "business.zip")
    import_business(target, settings_in(tmp_path), file, clock.now())
    move(str(filled.id), "--to", f"{NEW}/")

    app = create_app(Settings(database_url=target.url, data_dir=tmp_path, rate_limits="off", worker="off"))
    try:
        there = caller_of(app)
        for address in published:
            answer = visitor.get(address, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"]) == (308, f"{NEW}{address}"), address
            assert there.get(address).status_code == 200, address
        assert there.login(filled.user["email"]).book(message="L")["number"] == booking["number"] + 1
    finally:
        app.state.database.close()
    by_id = visitor.get(f"/booking?userId={filled.id}&size=4ft", follow_redirects=False)
    assert by_id.headers["location"] == f"{NEW}/booking?userId={filled.key}&size=4ft"
    assert f"Sign in at {NEW}" in filled.get("/api/bookings").json()["message"]
    # The others and pages of nobody stay here.
    assert visitor.get(f"/booking?userId={other_business.key}", follow_redirects=False).status_code == 200
    assert other_business.book()["number"] == 1
    assert visitor.get(f"/b/{'a' * 39}", follow_redirects=False).status_code == 200
    actions = [row["action"] for row in rows.rows(database, "audit_entries") if row["operator_id"] == filled.id]
    assert actions[-2:] == ["business.moving", "business.moved"]

    move(str(filled.id), "--back")

    assert ok_json(visitor.get(f"/api/public/bookings/{token}"))["number"] == booking["number"]
    assert filled.book(message="O")["number"] == booking["number"] + 1


@pytest.fixture
def other_business(new_caller: Callable[[], Api]) -> Api:
    business = new_caller().register("other@example.com")
    business.add_letters("LOVE")
    return business


@pytest.mark.either_database
def test_invalid_arguments_change_nothing(operator: Api, database: Database, move: Move):
    before = rows.content(database)

    move(str(operator.id), code=2)
    move(str(operator.id), "--begin", "--back", code=2)
    for url in ("new.example", "ftp://new.example", "https://", "https://new.example/path", "https://a:b@new.example"):
        move(str(operator.id), "--to", url, code=2)
    assert move("987654321", "--begin", code=1) == "There is no business with the id 987654321.\n"

    assert rows.content(database) == before
