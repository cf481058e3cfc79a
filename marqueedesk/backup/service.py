"""Backup and restore of an entire installation as one file, on either database, while the server runs.

The file is a tar.gz: `manifest.json` first, then the database (an SQLite file or pg_dump's custom format), then the
other files of the data folder. The manifest has the product's version, the schema's revision, and the size and SHA-256
of every other member.

A backup only appears under its name once it is complete. A restore verifies the whole file before it changes anything,
then replaces the database in one transaction, so the database holds either the old or the new data, never a mix. See
docs/deployment.md for both.
"""

import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path

from alembic.script import ScriptDirectory
from alembic.util import CommandError

from marqueedesk.backup.archive import DATABASE, FILES, MANIFEST, BackupError, Manifest, add, files_of, sha256, unpack
from marqueedesk.backup.databases import (
    connection_to,
    copy_sqlite,
    dump_postgresql,
    holds_rows,
    kind_of,
    replace_postgresql,
    replace_sqlite,
    spoken,
    sqlite_path,
    unserved,
)
from marqueedesk.kit import clock
from marqueedesk.kit.watch import build


def backup(database_url: str, data_dir: Path, file: Path) -> Manifest:
    """Write the entire installation to ``file`` as a consistent snapshot, while writers continue.

    An existing file is replaced once the new one is complete. Raises BackupError.
    """
    kind = kind_of(database_url)
    file.parent.mkdir(parents=True, exist_ok=True)
    with _staging(file.parent) as stage:
        copy = stage / DATABASE[kind]
        if kind == "sqlite":
            revision = copy_sqlite(sqlite_path(database_url), copy)
        else:
            revision = dump_postgresql(database_url, copy)
        members = {copy.name: copy}
        (stage / FILES).mkdir()
        for path in files_of(data_dir):
            # Copy first and then measure the copy, so that the manifest is correct even if the original changes.
            members[FILES + path.name] = Path(shutil.copyfile(path, stage / FILES / path.name))
        manifest = Manifest(
            product_version=str(build.current()),
            revision=revision,
            database=kind,
            created_at=clock.now().isoformat(timespec="seconds"),
            files={name: {"size": path.stat().st_size, "sha256": sha256(path)} for name, path in members.items()},
        )
        # Readable only by its owner: the file holds customers' addresses and the key that protects stored secrets.
        partial = stage / "partial"
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            with tarfile.open(fileobj=target, mode="w:gz", compresslevel=6) as archive:
                add(archive, MANIFEST, json.dumps(asdict(manifest), indent=2).encode())
                for name, path in members.items():
                    archive.add(path, arcname=name, recursive=False)
            target.flush()
            os.fsync(target.fileno())
        partial.replace(file)
    return manifest


def restore(database_url: str, data_dir: Path, file: Path, *, replace: bool = False) -> Manifest:
    """Replace the content of ``database_url`` and ``data_dir`` with a backup.

    Rejects a database in use by a server or worker, and one with rows unless ``replace``. Verifies the whole file
    first, then changes the database in one transaction. The next `marqueedesk migrate` or start upgrades an older
    schema. Raises BackupError, in which case nothing has changed.
    """
    kind = kind_of(database_url)
    beside = sqlite_path(database_url).parent if kind == "sqlite" else data_dir
    for folder in (beside, data_dir):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Files are staged next to the target, so that the last step is a rename within one file system.
    with _staging(beside) as stage:
        manifest = unpack(file, stage)
        if manifest.database != kind:
            raise BackupError(
                f"This backup is of a {spoken(manifest.database)} database and cannot go into {spoken(kind)}."
            )
        _check_revision(manifest)
        with unserved(database_url) if kind == "postgresql" else nullcontext():
            if not replace:
                _refuse_to_overwrite(database_url, data_dir, stage)
            content = stage / DATABASE[kind]
            if kind == "sqlite":
                replace_sqlite(content, sqlite_path(database_url), manifest)
            else:
                replace_postgresql(content, database_url)
        for path in files_of(stage / FILES):
            with _staging(data_dir) as landing:
                # Files are copied first, because the data folder may be on a different file system than the database.
                shutil.copyfile(path, landing / path.name)
                (landing / path.name).chmod(0o600)
                (landing / path.name).replace(data_dir / path.name)
    return manifest


@contextmanager
def _staging(parent: Path) -> Generator[Path]:
    """Create a private temporary folder, which is always deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix=".marqueedesk-backup-", dir=parent) as folder:
        yield Path(folder)


def _check_revision(manifest: Manifest) -> None:
    """Raise an error for a schema that this version does not know because a newer one created it."""
    migrations = ScriptDirectory(str(Path(__file__).parent.parent / "migrations"))
    try:
        migrations.get_revision(manifest.revision)
    except CommandError:
        raise BackupError(
            f"This backup was made by version {manifest.product_version}, whose schema ({manifest.revision}) "
            f"is newer than this version, {build.current()}. Update MarqueeDesk first."
        ) from None


def _refuse_to_overwrite(database_url: str, data_dir: Path, stage: Path) -> None:
    missing = kind_of(database_url) == "sqlite" and not sqlite_path(database_url).exists()
    if not missing:
        with connection_to(database_url) as connection:
            if holds_rows(connection):
                raise BackupError("This database is not empty. Use --replace to replace it with the backup.")
    for new in files_of(stage / FILES):
        old = data_dir / new.name
        if old.exists() and old.read_bytes() != new.read_bytes():
            raise BackupError(f"{old} differs from the backup's. Use --replace to replace it with the backup.")
