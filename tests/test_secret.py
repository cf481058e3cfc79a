"""The secret that an installation's links are derived from: configured, or generated."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from marqueedesk.kit.http.links import Signer
from marqueedesk.settings import Settings
from tests.support.together import all_together


def settings(folder: Path, secret: str = "") -> Settings:
    return Settings.model_validate({"data_dir": folder, "secret_key": secret})


def test_configured_secret_creates_no_file(tmp_path: Path):
    key = "6f1c0e9b7a2d4853b1f7c6d2e8a90435"
    assert settings(tmp_path, key).installation_secrets() == [key]
    assert list(tmp_path.iterdir()) == []


def test_several_secrets_are_read_in_order_and_the_single_one_last(tmp_path: Path):
    first, second = "6f1c0e9b7a2d4853b1f7c6d2e8a90435", "0b7a2d4853b1f7c6d2e8a904356f1c0e"
    both = {"data_dir": tmp_path, "secret_keys": f"{first}, {second}"}

    assert Settings.model_validate(both).installation_secrets() == [first, second]
    assert Settings.model_validate(both | {"secret_key": second}).installation_secrets() == [first, second]
    third = Settings.model_validate({"data_dir": tmp_path, "secret_keys": first, "secret_key": second})
    assert third.installation_secrets() == [first, second]


@pytest.mark.parametrize("keys", ["short", f"{'6f1c0e9b7a2d4853' * 2},short", "a" * 40])
def test_each_of_several_secrets_must_be_hard_to_guess(keys: str, tmp_path: Path):
    with pytest.raises(ValueError, match="SECRET_KEY"):
        Settings.model_validate({"data_dir": tmp_path, "secret_keys": keys})


def test_generated_secret_file_is_readable_only_by_its_owner(tmp_path: Path):
    folder = tmp_path / "data"
    first = settings(folder).installation_secrets()
    (file,) = folder.iterdir()

    assert settings(folder).installation_secrets() == first
    assert (file.name, stat.S_IMODE(file.stat().st_mode), len(first[0])) == ("secret.key", 0o600, 64)


def test_concurrent_processes_share_one_generated_secret(tmp_path: Path):
    found = all_together([settings(tmp_path).installation_secrets] * 16)

    assert len(set(map(tuple, found))) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


def test_damaged_secret_file_is_rejected(tmp_path: Path):
    (tmp_path / "secret.key").write_text("short\n")

    with pytest.raises(RuntimeError, match=r"secret\.key"):
        settings(tmp_path).installation_secrets()


def test_token_is_bound_to_target_nonce_and_secret():
    signer, other = Signer(b"a" * 32), Signer(b"b" * 32)
    tokens = [
        signer.token("quote", 1, 2, "n"),
        signer.token("quote", 12, 2, "n"),
        signer.token("quote", 1, 22, "n"),
        signer.token("quote", 1, 2, "m"),
        signer.token("booking", 1, 2, "n"),
        other.token("quote", 1, 2, "n"),
    ]

    assert len(set(tokens)) == len(tokens)
    assert signer.token("quote", 1, 2, "n") == tokens[0]


def test_data_folder_and_files_are_private_to_their_owner(tmp_path: Path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    for name in ("secret.key", "marqueedesk.db", "marqueedesk.db-wal", "notes.txt"):
        (folder / name).write_text("x")
        (folder / name).chmod(0o644)

    settings(folder).make_data_dir()

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.iterdir()]}
    private = {"data": 0o700, "secret.key": 0o600, "marqueedesk.db": 0o600, "marqueedesk.db-wal": 0o600}
    assert modes == private | {"notes.txt": 0o644}


def test_shared_folder_without_product_files_keeps_its_mode(tmp_path: Path):
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    settings(folder).make_data_dir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


def test_commands_create_private_files(tmp_path: Path):
    folder = tmp_path / "data"
    command = [sys.executable, "-m", "marqueedesk", "migrate"]
    subprocess.run(command, env={**os.environ, "MARQUEEDESK_DATA_DIR": str(folder)}, check=True)

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert (folder / "marqueedesk.db").exists()
