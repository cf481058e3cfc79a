"""The command that creates an administrator: where the password comes from."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from marqueedesk.cli import app


@pytest.fixture
def create(tmp_path: Path):
    """Run the command with a separate data folder."""

    def runner(*words: str, standard_input: str | None = None, **environment: str) -> Any:
        settings = {"MARQUEEDESK_DATA_DIR": str(tmp_path), **environment}
        command = ["create-admin", "--email", "sam@example.com", *words]
        return CliRunner().invoke(app, command, input=standard_input, env=settings)

    return runner


def test_password_is_read_from_standard_input(create: Any):
    result = create(standard_input="tall lit signs\n")

    assert result.exit_code == 0
    assert result.stdout.endswith("sam@example.com is now an administrator.\n")


def test_password_is_read_from_the_environment(create: Any):
    assert create(MARQUEEDESK_ADMIN_PASSWORD="tall lit signs").exit_code == 0


def test_weak_password_is_refused_wherever_it_comes_from(create: Any):
    assert create(standard_input="\n").exit_code == 2
    assert create(standard_input="password1234\n").exit_code == 2
    assert create("--password", "123456789012").exit_code == 2
