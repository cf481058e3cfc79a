"""Liveness, readiness and metrics."""

import contextlib
import hmac
import ipaddress
import secrets
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from marqueedesk.accounts.access import database
from marqueedesk.backup import history as backup_history
from marqueedesk.kit import clock
from marqueedesk.kit.db import one_server
from marqueedesk.kit.db.connections import connection_use
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.standbys import Standby, standbys
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.errors import Forbidden, Unavailable
from marqueedesk.kit.http.http import client_address, errors, plain_address
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.watch import build, memory
from marqueedesk.kit.watch.metrics import log, metrics_page
from marqueedesk.messages import queries as messages
from marqueedesk.migrations import revision
from marqueedesk.settings import Settings
from marqueedesk.stripe.webhooks import EVENT
from marqueedesk.worker import KINDS

router = APIRouter(tags=["health"])

GAUGES: Final[Mapping[str, str]] = {
    "marqueedesk_jobs_due": "Due jobs",
    "marqueedesk_jobs_lag_seconds": "Waiting time of the oldest due job",
    "marqueedesk_jobs_failed": "Jobs that failed permanently",
    "marqueedesk_jobs_unknown": "Due jobs of kinds unknown to this version",
    "marqueedesk_mails_failed": "Emails that failed permanently",
    "marqueedesk_provider_events_waiting": "Payment provider's events that were received and not handled yet",
    "marqueedesk_provider_event_age_seconds": "Time since the oldest of these events was received",
    "marqueedesk_process_memory_bytes": "Memory of the responding server process",
    "marqueedesk_memory_limit_bytes": "Memory of the machine, or what its service or container may use",
    "marqueedesk_disk_free_ratio": "Free share of the disk of the data folder or SQLite file, 0 to 1",
    "marqueedesk_database_connections": "Open connections of the PostgreSQL server",
    "marqueedesk_database_connections_most": "Connections that the PostgreSQL server takes",
    "marqueedesk_backup_age_seconds": "Time since the latest complete backup",
    "marqueedesk_backup_ok": "Whether the latest backup succeeded",
    "marqueedesk_backup_verified_age_seconds": "Time since a backup was last verified",
    "marqueedesk_read_copy_up": "Whether the read replica responds",
    "marqueedesk_read_copy_lag_seconds": "Lag of the read replica",
    "marqueedesk_standbys": "Number of standby servers",
    "marqueedesk_standby_lag_seconds": "Lag of a standby, by its application name",
    "marqueedesk_standby_lag_bytes": "WAL bytes a standby is behind, by its application name",
}
"""Gauges computed for each scrape, with their descriptions."""
_OF_JOBS: Final = {
    "marqueedesk_jobs_due": "due",
    "marqueedesk_jobs_lag_seconds": "lagSeconds",
    "marqueedesk_jobs_failed": "failed",
    "marqueedesk_jobs_unknown": "unknown",
    "marqueedesk_mails_failed": "failedMails",
}


@router.get("/healthz")
def alive() -> dict[str, str | None]:
    """Report that the process is running, with its version, and the commit and its date if known."""
    running = build.current()
    return {"status": "ok", "version": running.version, "commit": running.commit, "date": running.date}


@router.get("/readyz", responses=errors(503))
def ready(request: Request) -> dict[str, object]:
    """Report whether the server is ready: the database responds and is writable, and its schema is that of this version
    or newer. Callers with access also get worker metrics.

    A newer schema is fine, so a running server stays ready while a rolling update migrates the database before
    replacing it.
    """
    with database(request).autocommit_connection() as connection:
        schema_revision = revision.current(connection)
    if revision.is_older(schema_revision):
        raise Unavailable("The database has not been migrated to this version.", code="not_migrated")
    _refuse_full_disk(request)
    _refuse_unwritable(request)
    status: dict[str, object] = {"status": "ok", "migration": schema_revision}
    if may_see_figures(request):
        status["jobs"] = _jobs(database(request))
    return status


LEAST_FREE_BYTES: Final = 128 * 1024 * 1024
"""Free space in bytes below which a server is not ready, so that a load balancer can use another one. It still
responds.
"""


def free_bytes(folder: Path) -> int:
    """Return the free disk space of a folder in bytes."""
    return shutil.disk_usage(folder).free


def free_ratio(folder: Path) -> float:
    """Return the free share of a folder's disk."""
    usage = shutil.disk_usage(folder)
    return usage.free / usage.total


def data_folders(request: Request) -> list[Path]:
    """Return the existing folders of the data and of the SQLite file."""
    settings: Settings = request.app.state.settings
    file = one_server.file_of(settings.database)
    return [folder for folder in {settings.data_dir, *([file.parent] if file else [])} if folder.is_dir()]


def _refuse_full_disk(request: Request) -> None:
    """Raise Unavailable if the disk of the data folder or SQLite file is nearly full."""
    free_of: Callable[[Path], int] = request.app.state.free_bytes
    free = min(map(free_of, data_folders(request)), default=None)
    if free is not None and free < LEAST_FREE_BYTES:
        log.error("disk_nearly_full", free_mib=free // 1024**2)
        raise Unavailable("The disk is nearly full.", code="disk_nearly_full")


WRITES_EVERY: Final = 2.0
"""How many seconds a successful write test is cached per process."""


def _refuse_unwritable(request: Request) -> None:
    """Insert and delete a row in one transaction. Raises Unavailable if that fails, because the disk is full or the
    database is a replica.
    """
    state = request.app.state
    if time.monotonic() < getattr(state, "writable_until", 0.0):
        return
    key = f"readyz:{secrets.token_hex(16)}"
    try:
        with database(request).write() as db:
            db.add(Counter(key=key, window_ends=clock.now(), count=0))
            db.flush()
            db.execute(delete(Counter).where(Counter.key == key))
    except SQLAlchemyError as problem:
        log.error("database_takes_no_writes", error=type(problem).__name__)
        raise Unavailable("The database is read-only.", code="not_writable") from None
    state.writable_until = time.monotonic() + WRITES_EVERY


class NotForStrangers(Forbidden):
    """Metrics were requested from an address without access."""

    code = "not_for_strangers"
    message = "Metrics are available from this machine, from private networks, and with the metrics token."


def may_see_figures(request: Request) -> bool:
    """Return true if the caller is on this machine, in a private network, or sends the metrics token."""
    settings: Settings = request.app.state.settings
    token = settings.metrics_token.get_secret_value()
    authorization = request.headers.get("authorization", "")
    if token and hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        return True
    # If the proxy is not trusted, its own address would stand for everyone behind it.
    forwarded = ",".join(request.headers.getlist("x-forwarded-for")).split(",")
    return all(map(_is_near, [client_address(request), *(part.strip() for part in forwarded if part.strip())]))


_PRIVATE: Final = "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10"
_NEAR: Final = tuple(map(ipaddress.ip_network, ["127.0.0.0/8", "::1/128", *_PRIVATE.split()]))
"""Local and private networks. Narrower than Python's is_private, which includes documentation and test addresses."""


def _is_near(address: str) -> bool:
    """Return true if an address is local or in a private network."""
    try:
        parsed = ipaddress.ip_address(plain_address(address))
    except ValueError:
        return False
    return any(parsed in network for network in _NEAR)


def _jobs(of: Database) -> dict[str, float]:
    """Return job gauges: waiting time of the oldest due job in seconds, numbers of due jobs, failed jobs and emails,
    and due jobs of unknown kinds.
    """
    now = clock.now()
    with of.read() as db, all_tenants(db, "figures over every operator"):
        return {
            "lagSeconds": round(jobs.lag_seconds(db, now, kinds=KINDS), 1),
            "due": jobs.number_due(db, now, kinds=KINDS),
            "failed": jobs.number_failed(db),
            "unknown": jobs.number_unknown(db, now, kinds=KINDS),
            "failedMails": messages.number_failed(db),
        }


def _gauge(name: str, value: float | Mapping[str, float]) -> bytes:
    """Format a gauge in Prometheus text format; for standbys, one line per name."""
    if isinstance(value, Mapping):
        samples = [f'{name}{{standby="{_label(standby)}"}} {figure}' for standby, figure in value.items()]
    else:
        samples = [f"{name} {value}"]
    return "\n".join([f"# HELP {name} {GAUGES[name]}", f"# TYPE {name} gauge", *samples, ""]).encode()


def _label(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


@router.get("/metrics", responses=errors(403))
def metrics(request: Request) -> Response:
    """Return counters, timings and worker gauges in Prometheus text format; gauges only if the database responds.

    Available from this machine, from private networks, and with the metrics token; otherwise 403.
    """
    if not may_see_figures(request):
        raise NotForStrangers
    body, media_type = metrics_page()
    with contextlib.suppress(SQLAlchemyError, Unavailable):
        gauges = _jobs(database(request))
        body += b"".join(_gauge(name, gauges[key]) for name, key in _OF_JOBS.items())
        body += _backup_gauges(database(request))
        body += _provider_gauges(database(request))
    if database(request).has_copy:
        lag = database(request).copy_lag_seconds()
        body += _gauge("marqueedesk_read_copy_up", int(lag is not None))
        if lag is not None:
            body += _gauge("marqueedesk_read_copy_lag_seconds", lag)
    body += b"".join(_gauge(name, value) for name, value in memory.gauges().items())
    ratio_of: Callable[[Path], float] = request.app.state.free_ratio
    body += _gauge("marqueedesk_disk_free_ratio", min(map(ratio_of, data_folders(request)), default=1.0))
    connections = connection_use(database(request))
    if connections is not None:
        body += _gauge("marqueedesk_database_connections", connections.used)
        body += _gauge("marqueedesk_database_connections_most", connections.most)
    following = standbys(database(request))
    if following is not None:
        body += standby_gauges(following)
    return Response(body, media_type=media_type)


def _backup_gauges(of: Database) -> bytes:
    """Format the gauges of backups. Ages are left out before the first backup and the first verification."""
    now = clock.now()
    with of.read() as db:
        backups = backup_history.health(db)
    gauges: dict[str, float] = {}
    if backups.last_at is not None:
        gauges["marqueedesk_backup_age_seconds"] = (now - backups.last_at).total_seconds()
    if backups.last_verified_at is not None:
        gauges["marqueedesk_backup_verified_age_seconds"] = (now - backups.last_verified_at).total_seconds()
    if backups.ok is not None:
        gauges["marqueedesk_backup_ok"] = int(backups.ok)
    return b"".join(_gauge(name, value) for name, value in gauges.items())


def _provider_gauges(of: Database) -> bytes:
    """Format the gauges of the payment provider's events."""
    now = clock.now()
    with of.read() as db, all_tenants(db, "figures over every operator"):
        number, since = jobs.unfinished(db, EVENT)
    age = max(0.0, (now - since).total_seconds()) if since is not None else 0.0
    return _gauge("marqueedesk_provider_events_waiting", number) + _gauge("marqueedesk_provider_event_age_seconds", age)


def standby_gauges(following: Sequence[Standby]) -> bytes:
    """Format the gauges of standby servers in Prometheus text format."""
    return (
        _gauge("marqueedesk_standbys", sum(one.servers for one in following))
        + _gauge("marqueedesk_standby_lag_seconds", {one.name: one.lag_seconds for one in following})
        + _gauge("marqueedesk_standby_lag_bytes", {one.name: one.lag_bytes for one in following})
    )
