"""Is it alive, is it ready, what does it measure."""

import contextlib
import hmac
import ipaddress
import secrets
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fastapi import Request
from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from marqueedesk import __version__
from marqueedesk.accounts.access import database
from marqueedesk.kit import clock
from marqueedesk.kit.db import one_server
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.standbys import standbys
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.errors import Forbidden, Unavailable
from marqueedesk.kit.http.http import Json, client_address, plain_address
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.watch.observe import log, metrics_page
from marqueedesk.messages import queries as messages
from marqueedesk.migrations import revision
from marqueedesk.settings import Settings
from marqueedesk.worker import KINDS

router = Router(tags=["health"])

GAUGES: Final[Mapping[str, str]] = {
    "marqueedesk_jobs_due": "Jobs that wait to be done",
    "marqueedesk_jobs_lag_seconds": "How long the oldest due job has been waiting",
    "marqueedesk_jobs_failed": "Jobs that were given up",
    "marqueedesk_jobs_unknown": "Due jobs of a kind that this version does not know",
    "marqueedesk_mails_failed": "Mails that were given up",
    "marqueedesk_read_copy_up": "Whether the copy for long reads answers",
    "marqueedesk_read_copy_lag_seconds": "How far the copy for long reads is behind",
    "marqueedesk_standbys": "How many servers follow the database",
    "marqueedesk_standby_lag_seconds": "How far a standby is behind, by the name it gives itself",
    "marqueedesk_standby_lag_bytes": "How much of the write-ahead log a standby lacks, by the name it gives itself",
}
"""What is found out for each reading, with its description."""
_OF_JOBS: Final = {
    "marqueedesk_jobs_due": "due",
    "marqueedesk_jobs_lag_seconds": "lagSeconds",
    "marqueedesk_jobs_failed": "failed",
    "marqueedesk_jobs_unknown": "unknown",
    "marqueedesk_mails_failed": "failedMails",
}


@router.get("/healthz")
def alive() -> dict[str, str]:
    """The process answers, and says which version it is."""
    return {"status": "ok", "version": __version__}


@router.get("/readyz", refuses=(503,))
def ready(request: Request) -> Json[dict[str, object]]:
    """The database answers and takes writes, and its tables are those of this version or a newer one. Beside that, for
    those who may see figures: how the worker keeps up.

    Newer tables are fine for a server that runs: it stays ready while a rolling update migrates before it is replaced.
    """
    with database(request).autocommit_connection() as connection:
        found = revision.current(connection)
    if revision.is_older(found):
        raise Unavailable("The database has not been migrated to this version.", code="not_migrated")
    _refuse_full_disk(request)
    _refuse_unwritable(request)
    answer: dict[str, object] = {"status": "ok", "migration": found}
    if may_see_figures(request):
        answer["jobs"] = _jobs(database(request))
    return Json(answer)


LEAST_FREE_BYTES: Final = 128 * 1024 * 1024
"""With less free space a server is not ready: it still answers, and a load balancer can turn to another one."""


def free_bytes(folder: Path) -> int:
    """The free space on the disk of a folder."""
    return shutil.disk_usage(folder).free


def _refuse_full_disk(request: Request) -> None:
    """Raise Unavailable where the disk of the data folder, or of the SQLite file, is nearly full."""
    settings: Settings = request.app.state.settings
    file = one_server.file_of(settings.database)
    folders = {settings.data_dir, *([file.parent] if file else [])}
    free = min((request.app.state.free_bytes(folder) for folder in folders if folder.is_dir()), default=None)
    if free is not None and free < LEAST_FREE_BYTES:
        log.error("disk_nearly_full", free_mib=free // 1024**2)
        raise Unavailable("The disk is nearly full.", code="disk_nearly_full")


WRITES_EVERY: Final = 2.0
"""Seconds for which a process believes that what took a write takes another."""


def _refuse_unwritable(request: Request) -> None:
    """Write a row and remove it, in one transaction. Raises Unavailable where that fails: the disk is full, or the
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
        raise Unavailable("The database takes no writes.", code="not_writable") from None
    state.writable_until = time.monotonic() + WRITES_EVERY


class NotForStrangers(Forbidden):
    """Figures of the installation, requested from an address that may not read them."""

    code = "not_for_strangers"
    sentence = "Metrics answer this machine, private networks, and callers with the metrics token."


def may_see_figures(request: Request) -> bool:
    """Whether the caller is on this machine or in a private network, or sends the metrics token."""
    settings: Settings = request.app.state.settings
    token = settings.metrics_token.get_secret_value()
    given = request.headers.get("authorization", "")
    if token and hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    # Where a proxy's word is not believed, its own address would speak for everybody who comes through it.
    said = ",".join(request.headers.getlist("x-forwarded-for")).split(",")
    return all(map(_is_near, [client_address(request), *(part.strip() for part in said if part.strip())]))


_PRIVATE: Final = "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10"
_NEAR: Final = tuple(map(ipaddress.ip_network, ["127.0.0.0/8", "::1/128", *_PRIVATE.split()]))
"""Not what Python calls private: that has addresses of documentation and tests too, which are nobody's network."""


def _is_near(address: str) -> bool:
    """Whether an address is this machine's or a private network's."""
    try:
        found = ipaddress.ip_address(plain_address(address))
    except ValueError:
        return False
    return any(found in network for network in _NEAR)


def _jobs(of: Database) -> dict[str, float]:
    """The seconds that the oldest due job has been waiting, how many are due, how many jobs and emails were given up,
    and how many due jobs are of an unknown kind.
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
    """A figure in Prometheus's text format, or one for each standby, by its name."""
    if isinstance(value, Mapping):
        samples = [f'{name}{{standby="{_label(standby)}"}} {figure}' for standby, figure in value.items()]
    else:
        samples = [f"{name} {value}"]
    return "\n".join([f"# HELP {name} {GAUGES[name]}", f"# TYPE {name} gauge", *samples, ""]).encode()


def _label(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


@router.get("/metrics", refuses=(403,))
def metrics(request: Request) -> Response:
    """Counters and times in Prometheus's text format, and how the worker keeps up, as long as the database answers.

    It answers this machine, private networks, and callers with the metrics token; everybody else gets 403.
    """
    if not may_see_figures(request):
        raise NotForStrangers
    body, media_type = metrics_page()
    with contextlib.suppress(SQLAlchemyError, Unavailable):
        found = _jobs(database(request))
        body += b"".join(_gauge(name, found[key]) for name, key in _OF_JOBS.items())
    if database(request).has_copy:
        lag = database(request).copy_lag_seconds()
        body += _gauge("marqueedesk_read_copy_up", int(lag is not None))
        if lag is not None:
            body += _gauge("marqueedesk_read_copy_lag_seconds", lag)
    following = standbys(database(request))
    if following is not None:
        body += _gauge("marqueedesk_standbys", sum(one.servers for one in following))
        body += _gauge("marqueedesk_standby_lag_seconds", {one.name: one.lag_seconds for one in following})
        body += _gauge("marqueedesk_standby_lag_bytes", {one.name: one.lag_bytes for one in following})
    return Response(body, media_type=media_type)
