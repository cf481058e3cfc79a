"""Number of open live-update streams across all server processes (docs/adr/0012-live-updates.md).

A stream that opens inserts a row, and a thread of its process deletes the rows of ended streams. Rows of a killed
process count until its lease expires. Only leases are renewed, one row for each process with streams: an open stream
writes nothing.
"""

import contextlib
import hashlib
import itertools
import queue
import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Final

from sqlalchemy import BigInteger, Index, String, delete, func, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.errors import TooMany, Unavailable
from marqueedesk.kit.watch.metrics import log

MOST_OF_A_SIGN_IN: Final = 12
MOST_OF_A_PERSON: Final = 48
MOST_OF_A_BUSINESS: Final = 200
MOST_OF_A_NETWORK: Final = 200
"""Maximum number of open streams from one network. The last three limits only apply if limits are on."""
LEASE: Final = timedelta(seconds=30)
"""Length of a lease, during which a dead process's streams still count."""
RENEW_EVERY: Final = 10.0
"""Seconds between renewals."""

_KEPT: Final = timedelta(hours=2)
"""How long the rows of dead processes are kept. Any stream is over by then, even if the process comes back."""
_TOGETHER: Final = 0.1
"""Seconds during which ended streams are collected, because all of them end at once when a server stops."""
_AGAIN_AFTER: Final = 2.0
_TIMEOUT: Final = 2.0
"""How many seconds a stopping process waits for its rows to be deleted. After that, they expire with its lease."""


class TooManyStreams(TooMany):
    """A session has more open streams than a browser would have windows."""

    code = "too_many_streams"
    message = "This browser has too many open connections. Close some windows and reload this page."


class StreamProcess(Base):
    """A server process with streams. Its streams count until its lease expires."""

    __tablename__ = "stream_processes"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    lease_until: Mapped[datetime] = mapped_column(Instant)


class OpenStream(Base):
    """An open stream of a process. Not operator-owned, because streams of a network are counted across all
    businesses.
    """

    __tablename__ = "open_streams"
    __table_args__: ClassVar[Any] = (
        Index("ix_open_streams_operator_id", "operator_id"),
        Index("ix_open_streams_network", "network"),
        {"info": {"owned": False}},
    )

    process: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    operator_id: Mapped[int] = mapped_column(BigInteger)
    user_id: Mapped[int] = mapped_column(BigInteger)
    sign_in: Mapped[str] = mapped_column(String(64))
    # A digest, so that no address is stored; null if limits are off.
    network: Mapped[str | None] = mapped_column(String(64))


@dataclass(frozen=True, slots=True)
class Page:
    """A page that opens a stream, and its network; None if limits are off."""

    operator_id: int
    user_id: int
    token_digest: str
    network: str | None


class Places:
    """This process's streams and their place among all streams. For use in threads, except for `give_back`, which never
    blocks.
    """

    def __init__(self, database: Database, *, renew_every: float = RENEW_EVERY) -> None:
        self._database = database
        self._renew_every = renew_every
        self._numbers = itertools.count(1)
        self._lease_until = datetime.min.replace(tzinfo=UTC)
        self._taken: set[int] = set()
        self._ended: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._keeper: threading.Thread | None = None

    @cached_property
    def _process(self) -> str:
        """Return the name of this process. Created lazily: servers are forked from a process that already has this
        object.
        """
        return secrets.token_hex(16)

    def next_number(self) -> int:
        """Return the number of a new stream."""
        return next(self._numbers)

    def take(self, number: int, page: Page) -> None:
        """Count a stream. Raises TooManyStreams if that exceeds a limit. Streams opened at the same time, even in
        different processes, cannot exceed a limit together.
        """
        network = digest_of(page.network)
        with self._database.read() as db:
            _refuse_over(db, page, network)
        self._renew_with_less_than(LEASE / 2)
        with self._database.write() as db:
            _wait_for_turn(db, [f"business {page.operator_id}", *([f"network {network}"] if network else [])])
            _refuse_over(db, page, network)
            row = OpenStream(
                process=self._process,
                number=number,
                operator_id=page.operator_id,
                user_id=page.user_id,
                sign_in=page.token_digest,
                network=network,
            )
            db.add(row)
        with self._guard:
            self._taken.add(number)
            if self._keeper is None:
                self._keeper = threading.Thread(target=self._keep, name="open-streams", daemon=True)
                self._keeper.start()

    def give_back(self, number: int) -> None:
        """Record that a stream ended; its row is deleted soon. Does nothing if it was not counted."""
        if number in self._taken:
            self._ended.put(number)

    def close(self) -> None:
        """Release all remaining streams when the process stops. Blocks only for a moment."""
        for number in list(self._taken):
            self.give_back(number)
        if keeper := self._keeper:
            keeper.join(_TIMEOUT)

    def _renew_with_less_than(self, left: timedelta) -> None:
        """Renew the lease if at most this much of it is left."""
        with self._guard:
            now = clock.now()
            if self._lease_until - now >= left:
                return
            until = now + LEASE
            with self._database.write() as db:
                own = update(StreamProcess).where(StreamProcess.name == self._process).values(lease_until=until)
                if db.scalar(own.returning(StreamProcess.name)) is None:
                    db.add(StreamProcess(name=self._process, lease_until=until))
            self._lease_until = until

    def _keep(self) -> None:
        """Renew the lease and delete the rows of ended streams until none is open."""
        ended = set[int]()
        while True:
            ended |= self._ended_within(self._renew_every)
            try:
                if ended:
                    with self._database.write() as db:
                        own = delete(OpenStream).where(OpenStream.process == self._process)
                        db.execute(own.where(OpenStream.number.in_(ended)))
                with self._guard:
                    self._taken -= ended
                    ended.clear()
                    if not self._taken:
                        self._keeper = None
                        return
                self._renew_with_less_than(LEASE - timedelta(seconds=self._renew_every / 2))
            except (SQLAlchemyError, Unavailable) as problem:
                log.warning("open_streams_not_counted", error=type(problem).__name__)
                time.sleep(_AGAIN_AFTER)

    def _ended_within(self, seconds: float) -> set[int]:
        """Return the numbers of streams that ended, soon after the first of them."""
        try:
            ended = {self._ended.get(timeout=seconds)}
        except queue.Empty:
            return set()
        time.sleep(_TOGETHER)
        with contextlib.suppress(queue.Empty):
            while True:
                ended.add(self._ended.get_nowait())
        return ended


def digest_of(network: str | None) -> str | None:
    """Return the stored digest of a network."""
    return None if network is None else hashlib.sha256(network.encode()).hexdigest()


def forget_dead(db: Session, now: datetime) -> None:
    """Delete the rows of killed processes."""
    dead = select(StreamProcess.name).where(StreamProcess.lease_until < now - _KEPT)
    db.execute(delete(OpenStream).where(OpenStream.process.in_(dead)))
    db.execute(delete(StreamProcess).where(StreamProcess.lease_until < now - _KEPT))


def _refuse_over(db: Session, page: Page, network: str | None) -> None:
    alive = OpenStream.process.in_(select(StreamProcess.name).where(StreamProcess.lease_until > clock.now()))
    own = OpenStream.sign_in == page.token_digest
    sign_in, person, business = db.execute(
        select(func.count().filter(own), func.count().filter(OpenStream.user_id == page.user_id), func.count()).where(
            OpenStream.operator_id == page.operator_id, alive
        )
    ).one()
    if sign_in >= MOST_OF_A_SIGN_IN:
        raise TooManyStreams(retry_after=30)
    if network is None:
        return
    around = db.scalar(select(func.count()).where(OpenStream.network == network, alive)) or 0
    if person >= MOST_OF_A_PERSON or business >= MOST_OF_A_BUSINESS or around >= MOST_OF_A_NETWORK:
        raise TooManyStreams(retry_after=30)


def _wait_for_turn(db: Session, names: Iterable[str]) -> None:
    """Serialize the opening of streams that are counted together until the transaction ends. SQLite does that
    anyway.
    """
    if db.get_bind().dialect.name == "sqlite":
        return
    # A fixed order, business before network, prevents deadlocks.
    for name in names:
        number = int.from_bytes(hashlib.sha256(f"streams of {name}".encode()).digest()[:8], signed=True)
        db.execute(select(func.pg_advisory_xact_lock(number)))
