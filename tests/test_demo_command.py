"""The command that creates the demo: its output, and when it refuses."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from marqueedesk.cli import app as cli


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Any]:
    """Run the command with a separate data folder."""
    environment = {"MARQUEEDESK_DATA_DIR": str(tmp_path / "data")}
    return lambda *words: CliRunner().invoke(cli, ["seed-demo", *words], env=environment)


def test_command_prints_address_and_logins(run: Callable[..., Any]):
    result = run("--url", "http://localhost:8123/")

    assert result.exit_code == 0
    for text in (
        "http://localhost:8123/\n",
        "http://localhost:8123/auth\n",
        "http://localhost:8123/booking-widget?userId=mk_",
        "demo@marqueedesk.example",
        "demo-operator",
        "admin@marqueedesk.example",
        "demo-admin",
    ):
        assert text in result.output


def test_command_refuses_a_second_run_unless_allowed(run: Callable[..., Any]):
    first = run()

    again, fine = run(), run("--if-empty")

    assert again.exit_code == 1
    assert "already has users" in again.stderr
    assert "demo-operator" not in again.output
    assert fine.exit_code == 0
    assert fine.output == first.output, "whoever starts it again wants to know the logins again"


def test_command_prints_no_logins_of_a_real_database(run: Callable[..., Any], tmp_path: Path):
    environment = {"MARQUEEDESK_DATA_DIR": str(tmp_path / "data")}
    CliRunner().invoke(
        cli, ["create-admin", "--email", "a@example.com", "--password", "tall lit signs"], env=environment
    )

    result = run("--if-empty")

    assert result.exit_code == 0
    assert result.output == ""
