"""Browsers and networks from which a user has signed in before, to detect sign-ins from new ones and describe them.

A browser is identified by its user agent without the version, a network by the address prefix that a household shares.
Only digests are stored.
"""

import hashlib
import re
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import KnownPlace
from marqueedesk.kit.http.rate_limit import network_of

_BROWSERS: Final = (
    ("Edge", re.compile(r"Edg(e|A|iOS)?/")),
    ("Opera", re.compile(r"OPR/|Opera")),
    ("Samsung Internet", re.compile(r"SamsungBrowser/")),
    ("Firefox", re.compile(r"Firefox/|FxiOS/")),
    ("Chrome", re.compile(r"Chrome/|CriOS/|Chromium/")),
    ("Safari", re.compile(r"Safari/")),
)
_SYSTEMS: Final = (
    ("iPhone", re.compile(r"iPhone")),
    ("iPad", re.compile(r"iPad")),
    ("Android", re.compile(r"Android")),
    ("Windows", re.compile(r"Windows")),
    ("ChromeOS", re.compile(r"CrOS")),
    ("Mac", re.compile(r"Macintosh|Mac OS X")),
    ("Linux", re.compile(r"Linux")),
)


def browser_name(agent: str | None) -> str:
    """Return a name of a browser to show to users: "Firefox on Windows"."""
    text = agent or ""
    browser = next((name for name, pattern in _BROWSERS if pattern.search(text)), "A browser")
    system = next((name for name, pattern in _SYSTEMS if pattern.search(text)), None)
    return f"{browser} on {system}" if system else browser


def note_place(db: Session, user_id: int, agent: str | None, address: str, now: datetime) -> bool:
    """Store the browser and network of a sign-in; return true if either is new for the user.

    The very first sign-in does not count as new, because there is nothing to compare it with.
    """
    digests = _digests(user_id, agent, address)
    stored = set(db.scalars(select(KnownPlace.digest).where(KnownPlace.user_id == user_id)))
    insert = insert_sqlite if db.get_bind().dialect.name == "sqlite" else insert_postgresql
    for digest in sorted(digests):
        # Sign-ins at the same time may store the same digests.
        noted = insert(KnownPlace).values(user_id=user_id, digest=digest, seen_at=now)
        keys = [KnownPlace.user_id, KnownPlace.digest]
        db.execute(noted.on_conflict_do_update(index_elements=keys, set_={"seen_at": now}))
    return bool(stored) and not digests <= stored


def is_known(db: Session, user_id: int, agent: str | None, address: str) -> bool:
    """Return true if the user has signed in before from this network and with such a browser."""
    digests = _digests(user_id, agent, address)
    stored = db.scalars(select(KnownPlace.digest).where(KnownPlace.user_id == user_id, KnownPlace.digest.in_(digests)))
    return digests == set(stored)


def _digests(user_id: int, agent: str | None, address: str) -> set[str]:
    return {
        hashlib.sha256(f"{user_id}\x1f{kind}\x1f{value}".encode()).hexdigest()
        for kind, value in (("browser", browser_name(agent)), ("network", network_of(address)))
    }
