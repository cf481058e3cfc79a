"""A server that cannot start prints one sentence without passwords and exits with status 2."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from marqueedesk.cli import app, serving
from marqueedesk.kit.db.database import Database
from marqueedesk.settings import WEAK, Settings, unknown_names
from tests.support import databases
from tests.support.server import free_port

Start = Callable[..., tuple[Any, str]]

NAMES = "must be comma-separated names such as letters.example.com, without a port"
TOKEN = "must be a random string of at least 12 characters without spaces"
MAIL_SERVER = "SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://…"
LOOKS = "must look like sqlite:////folder/file.db or postgresql://user:password@host:5432/name"


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Start:
    """Run a command with environment variables and return its exit status and error output."""

    def run(command: Callable[[], None] = serving.serve, **environment: str) -> tuple[Any, str]:
        for name, value in ({"DATA_DIR": str(tmp_path / "data")} | environment).items():
            monkeypatch.setenv(f"MARQUEEDESK_{name}", value)
        with pytest.raises(SystemExit) as ended:
            command()
        return ended.value.code, capsys.readouterr().err.strip()

    return run


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:pa55word@db/x",
        "postgresql://me:pa55word@db:port/x",
        "postgresql://me:pa55word@db",
        "desk.db",
        "://",
        "sqlite:////tmp/desk.db?timeout=soon",
    ],
)
def test_server_does_not_start_with_malformed_database_url(start: Start, url: str):
    assert start(DATABASE_URL=url) == (2, f"MARQUEEDESK_DATABASE_URL: {LOOKS}")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_server_does_not_start_with_in_memory_database(start: Start, url: str):
    said = "MARQUEEDESK_DATABASE_URL: an in-memory database would be separate for each connection"
    assert start(DATABASE_URL=url) == (2, said)


def test_server_does_not_start_with_unreachable_database_and_hides_its_password(start: Start):
    code, said = start(DATABASE_URL="postgresql://me:pa55word@127.0.0.1:1/none")
    assert (code, said.count("\n")) == (2, 0)
    assert said.startswith("MARQUEEDESK_DATABASE_URL: the database cannot be used: ")
    assert "pa55word" not in said


def test_server_does_not_start_with_file_that_is_not_a_database(start: Start, tmp_path: Path):
    file = tmp_path / "letters.db"
    file.write_text("Dear Dana, here are your letters: " * 100)
    for command in (serving.serve, serving.migrate, serving.worker):
        code, said = start(command, DATABASE_URL=f"sqlite:///{file}")
        assert (code, said) == (2, "MARQUEEDESK_DATABASE_URL: the database cannot be used: file is not a database")


@pytest.mark.parametrize("place", [0.05, 0.5, 0.9])
def test_server_does_not_start_with_damaged_database_and_explains_what_to_do(
    place: float, start: Start, tmp_path: Path
):
    database = Database(databases.new("sqlite"))
    file = tmp_path / "letters.db"
    with database.autocommit_connection() as connection:
        connection.exec_driver_sql(f"VACUUM INTO '{file}'")
    database.close()
    content = bytearray(file.read_bytes())
    first = int(place * len(content)) // 4096 * 4096
    content[first : first + 8 * 4096] = b"\xff" * (8 * 4096)
    file.write_bytes(content)
    for command in (serving.serve, serving.migrate, serving.worker):
        code, message = start(command, DATABASE_URL=f"sqlite:///{file}")
        assert (code, message.count("\n")) == (2, 0)
        assert message.startswith(f"The database file {file} is damaged (")
        assert message.endswith("marqueedesk restore FILE --replace")
    assert file.read_bytes()[4096:] == bytes(content[4096:]), "nothing is repaired or overwritten"


@pytest.mark.parametrize("command", [serving.serve, serving.worker])
@pytest.mark.parametrize("complete", [False, True], ids=["alone", "with database and key"])
def test_server_does_not_start_with_unusable_data_folder(
    start: Start, tmp_path: Path, complete: bool, command: Callable[[], None]
):
    (tmp_path / "data").write_text("a file")
    database = {"DATABASE_URL": f"sqlite:///{tmp_path / 'letters.db'}", "SECRET_KEY": "0123456789abcdef" * 2}
    file, below, unwritable = tmp_path / "data", tmp_path / "data" / "below", Path("/proc/none")
    for folder, reason in (
        (file, f"{file} is not a folder"),
        (below, f"part of the path {below} is not a folder"),
        (unwritable, f"{unwritable} cannot be created or written to: No such file or directory"),
    ):
        answer = start(command, DATA_DIR=str(folder), **(database if complete else {}))
        assert answer == (2, f"MARQUEEDESK_DATA_DIR: {reason}")


@pytest.mark.parametrize(
    "environment, said",
    [
        *(
            (
                {"STRIPE_SECRET_KEY": key},
                "MARQUEEDESK_STRIPE_SECRET_KEY: must be the provider's secret key, which starts with sk_",
            )
            for key in ("pk_test_1", "sk_", "sk_test_a b", "sk_test_a\nb", "sk_test_é")
        ),
        *(
            ({"SMTP_URL": url}, f"MARQUEEDESK_SMTP_URL: {MAIL_SERVER}")
            for url in ("smtp://mail server", "smtp://mail.example.com:0", "smtp://", "mail.example.com")
        ),
        (
            {"STRIPE_PUBLISHABLE_KEY": "sk_test_1"},
            "MARQUEEDESK_STRIPE_PUBLISHABLE_KEY: must be the provider's publishable key, which starts with pk_",
        ),
        (
            {"STRIPE_WEBHOOK_SECRET": "whsec_1, sk_test_1"},
            "MARQUEEDESK_STRIPE_WEBHOOK_SECRET: must be the provider's webhook secret, which starts with whsec_",
        ),
        (
            {"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1"},
            "MARQUEEDESK_STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys",
        ),
        ({"PUBLIC_URL": "https://desk.example"}, "MARQUEEDESK_SECRET_KEY must be set when PUBLIC_URL is https"),
        ({"SECRET_KEY": " " * 40}, "MARQUEEDESK_SECRET_KEY must have at least 32 characters"),
        *(
            ({"PUBLIC_URL": url, "SECRET_KEY": secret}, f"MARQUEEDESK_{WEAK}")
            for url in ("https://desk.example", "http://localhost:8000")
            for secret in (
                "k" * 32,
                "ab" * 32,
                "1234" * 32,
                "letters!" * 5,
                " 0123456789" * 4,
                "change-me-to-a-long-random-string",
                "passwordpasswordpasswordpassword",
                "abcdefghijklmnopqrstuvwxyz0123456789",
            )
        ),
        *(
            ({"METRICS_TOKEN": token}, f"MARQUEEDESK_METRICS_TOKEN: {TOKEN}")
            for token in ("short", "kkkkkkkkkkkkkkkk", "a token with blanks", "letters-é-marquee")
        ),
        *(
            ({"PUBLIC_URL": url}, "MARQUEEDESK_PUBLIC_URL: must look like https://example.com, without a path")
            for url in (
                "http://me:pa55word@desk.example",
                "http://desk.example:99999",
                "http://desk.example#top",
                "http://my desk",
                "desk.example:8000",
                "http://",
            )
        ),
        *(
            ({"ALLOWED_HOSTS": names}, f"MARQUEEDESK_ALLOWED_HOSTS: {NAMES}")
            for names in ("https://desk.example", "desk.example:8000", "*", "desk.example, my desk")
        ),
        ({"RATE_LIMITS": "some"}, "MARQUEEDESK_RATE_LIMITS: Input should be 'on' or 'off'"),
    ],
)
def test_server_does_not_start_with_invalid_setting_and_prints_why(
    start: Start, environment: dict[str, str], said: str
):
    assert start(**environment) == (2, said)


@pytest.mark.parametrize(
    "environment",
    [
        {"PUBLIC_URL": "http://desk.example:8000/", "ALLOWED_HOSTS": "desk.example, www.desk.example,[::1],127.0.0.1"},
        {"PUBLIC_URL": "http://[::1]:8000", "STRIPE_API_BASE": "http://localhost:12111"},
        {"PUBLIC_URL": "http://desk_1.example", "SECRET_KEY": "kJ8#vQ2m" + "fW5z-L0p" + "R7t!xN3b" + "D9yG4hS6"},
        {"PUBLIC_URL": "https://desk.example", "SECRET_KEY": "0123456789abcdef" * 2, "METRICS_TOKEN": "scrape-me-only"},
    ],
)
def test_valid_settings_are_accepted(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch):
    for name, value in environment.items():
        monkeypatch.setenv(f"MARQUEEDESK_{name}", value)

    assert Settings().public_url == environment["PUBLIC_URL"].rstrip("/")


@pytest.mark.parametrize(
    "environment, calls",
    [
        ({}, 2),
        ({"database_url": "postgresql://me@localhost:5432/desk"}, 2),
        ({"database_url": "postgresql://me@127.0.0.1/desk"}, 2),
        ({"database_url": "postgresql://me@db.example.com/desk"}, 4),
        ({"database_url": "postgresql://me@localhost:5432,db-2:5432/desk"}, 4),
        ({"database_url": "postgresql://me@db.example.com/desk", "calls_at_once": 8}, 8),
    ],
)
def test_default_request_concurrency_is_higher_for_remote_database(environment: dict[str, Any], calls: int):
    assert Settings(**environment).calls_under_way == calls


@pytest.mark.parametrize("listening", [{"forwarded_from": "proxy"}, {"forwarded_from": "10.0.0.0/8, 10.0.0.300"}, {}])
def test_server_does_not_start_with_used_port_or_invalid_proxy_address(
    listening: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("MARQUEEDESK_DATA_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        serve = ["serve", "--port", str(taken.getsockname()[1] if not listening else free_port())]
        serve += [f"--{name.replace('_', '-')}={value}" for name, value in listening.items()]

        ended = CliRunner().invoke(app, serve)

    said = "is not a valid address or network." if listening else "Address already in use."
    assert (ended.exit_code, ended.stderr.count("\n")) == (2, 1)
    assert ended.stderr.strip().endswith(said)


@pytest.mark.parametrize(
    "caller, is_proxy",
    [
        ("127.0.0.1", True),
        ("::ffff:127.0.0.1", True),
        ("10.3.2.1", True),
        ("::ffff:10.3.2.1", True),
        ("fd00::1", True),
        ("11.3.2.1", False),
        ("::ffff:11.3.2.1", False),
        ("::1", False),
    ],
)
def test_proxy_is_trusted_by_ipv4_and_ipv6_address(caller: str, is_proxy: bool):
    server = ProxyHeadersMiddleware(cast("Any", None), serving.proxies_of("127.0.0.1, 10.0.0.0/8,fd00::1"))

    assert (caller in server.trusted_hosts) is is_proxy


@pytest.mark.parametrize("port", ["0", "70000", "http"])
def test_server_does_not_start_with_invalid_port(port: str):
    ended = CliRunner().invoke(app, ["serve", "--port", port])

    assert ended.exit_code == 2
    assert "Invalid value for '--port'" in ended.stderr


def test_unknown_environment_variable_is_reported():
    found = unknown_names(["MARQUEEDESK_SMTP_URL", "MARQUEEDESK_SMPT_URL", "MARQUEEDESK_TEST_SEEDS", "PATH"])
    assert found == ["MARQUEEDESK_SMPT_URL"]
