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
import secrets
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
    contents,
    copy_sqlite,
    dump_postgresql,
    holds_rows,
    kind_of,
    prove_sqlite,
    replace_postgresql,
    replace_sqlite,
    scratch_database,
    spoken,
    sqlite_path,
    unserved,
)
from marqueedesk.backup.encryption import check_recipient, decrypt, encrypt, is_encrypted
from marqueedesk.kit import clock
from marqueedesk.kit.watch import build


def backup(database_url: str, data_dir: Path, file: Path, *, recipient: str | None = None) -> Manifest:
    """Write the entire installation to ``file`` as a consistent snapshot, while writers continue.

    ``recipient`` is the age public key for which the file is encrypted. An existing file is replaced once the new one
    is complete. Raises BackupError.
    """
    if recipient is not None:
        check_recipient(recipient)
    try:
        return _backup(database_url, data_dir, file, recipient)
    except OSError as problem:
        raise BackupError(f"{file} cannot be written: {problem.strerror or problem}.") from problem


def _backup(database_url: str, data_dir: Path, file: Path, recipient: str | None) -> Manifest:
    kind = kind_of(database_url)
    file.parent.mkdir(parents=True, exist_ok=True)
    with _staging(file.parent) as stage:
        copy = stage / DATABASE[kind]
        if kind == "sqlite":
            revision, tables = copy_sqlite(sqlite_path(database_url), copy)
        else:
            revision, tables = dump_postgresql(database_url, copy)
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
            id=secrets.token_hex(16),
            tables=tables,
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
        if recipient is not None:
            plain, partial = partial, stage / "encrypted"
            encrypt(plain, partial, recipient)
            partial.chmod(0o600)
        partial.replace(file)
    return manifest


def restore(
    database_url: str, data_dir: Path, file: Path, *, replace: bool = False, identity: Path | None = None
) -> Manifest:
    """Replace the content of ``database_url`` and ``data_dir`` with a backup.

    ``identity`` is the file with the secret key of an encrypted backup. Rejects a database in use by a server or
    worker, and one with rows unless ``replace``. Verifies the whole file
    first, then changes the database in one transaction. The next `marqueedesk migrate` or start upgrades an older
    schema. Raises BackupError, in which case nothing has changed.
    """
    kind = kind_of(database_url)
    beside = sqlite_path(database_url).parent if kind == "sqlite" else data_dir
    for folder in (beside, data_dir):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Files are staged next to the target, so that the last step is a rename within one file system.
    with _staging(beside) as stage:
        manifest = _unpacked(file, stage, identity)
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


def verify(database_url: str, file: Path, *, identity: Path | None = None, into: str | None = None) -> Manifest:
    """Restore a backup into an empty place and compare every table with the manifest. The installation stays as it is.

    Raises BackupError.
    """
    with restored_aside(database_url, file, identity=identity, into=into) as (manifest, url):
        _compare(url, manifest)
    return manifest


@contextmanager
def restored_aside(
    database_url: str, file: Path, *, identity: Path | None = None, into: str | None = None
) -> Generator[tuple[Manifest, str]]:
    """Restore a backup into an empty place for the block; give its manifest and the database's URL.

    The place is a temporary folder, or for PostgreSQL a database that is created on the installation's server and
    dropped again; ``into`` names an empty database to use instead. Raises BackupError.
    """
    with tempfile.TemporaryDirectory(prefix="marqueedesk-verify-") as folder:
        stage = Path(folder)
        manifest = _unpacked(file, stage, identity)
        _check_revision(manifest)
        content = stage / DATABASE[manifest.database]
        if manifest.database == "sqlite":
            if prove_sqlite(content) != manifest.revision:
                raise BackupError("The backup is damaged: its database revision does not match the manifest.")
            yield manifest, f"sqlite:///{content}"
        elif into is not None:
            with connection_to(into) as connection:
                if holds_rows(connection):
                    raise BackupError("The database named with --into is not empty.")
            replace_postgresql(content, into)
            yield manifest, into
        elif kind_of(database_url) != "postgresql":
            raise BackupError("This backup is of a PostgreSQL database: name an empty one with --into.")
        else:
            with scratch_database(database_url) as scratch:
                replace_postgresql(content, scratch)
                yield manifest, scratch


def _compare(database_url: str, manifest: Manifest) -> None:
    with connection_to(database_url) as connection:
        found = contents(connection)
    differing = sorted(
        name for name in found.keys() | manifest.tables.keys() if found.get(name) != manifest.tables.get(name)
    )
    # Backups of earlier versions don't have the tables' contents, only the checksum of the whole.
    if manifest.tables and differing:
        raise BackupError(f"The restored content differs from the backup's in: {', '.join(differing)}.")


def _unpacked(file: Path, stage: Path, identity: Path | None) -> Manifest:
    """Unpack a backup that may be encrypted, and return its manifest."""
    if not is_encrypted(file):
        return unpack(file, stage)
    plain = stage / "decrypted"
    decrypt(file, plain, identity)
    try:
        return unpack(plain, stage)
    finally:
        plain.unlink()


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
