"""Two servers on one SQLite file: the second is rejected until the first exits."""

from pathlib import Path

import pytest

from marqueedesk.kit.db import one_server


def test_second_server_on_same_sqlite_file_is_rejected_until_first_exits(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    first = one_server.hold(url)
    assert first is not None

    with pytest.raises(one_server.ServerAlreadyRunning, match="Another server uses"):
        one_server.hold(url)

    first.close()
    second, elsewhere = one_server.hold(url), one_server.hold(f"sqlite:///{tmp_path / 'other.db'}")
    assert second is not None
    assert elsewhere is not None
    second.close()
    elsewhere.close()


@pytest.mark.parametrize("url", ["sqlite://", "postgresql://desk@localhost/desk"])
def test_in_memory_and_postgresql_databases_are_not_locked(url: str):
    assert one_server.hold(url) is None
    assert one_server.hold(url) is None
