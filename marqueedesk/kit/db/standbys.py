"""Standby servers as seen by the database: their number and replication lag."""

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.kit.db.database import Database


@dataclass(frozen=True, slots=True)
class Standby:
    """Standbys with the same name; if there are several, the one furthest behind."""

    name: str
    servers: int
    lag_seconds: float
    lag_bytes: int


_MAY_SEE = text("SELECT pg_has_role('pg_read_all_stats', 'USAGE')")
# Without activity, the lag is NULL or that of the last change, but a standby that has everything is not behind. Clients
# without a replay position, such as a base backup or an archive, are not standbys.
_STANDBYS = text(
    "SELECT application_name, count(*),"
    " max(CASE WHEN replay_lsn >= pg_current_wal_lsn() THEN 0 ELSE coalesce(extract(epoch FROM replay_lag), 0) END),"
    " max(greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)))"
    " FROM pg_stat_replication WHERE replay_lsn IS NOT NULL GROUP BY application_name ORDER BY application_name"
)


def standbys(of: Database) -> list[Standby] | None:
    """Return the current standbys. None if they are unknown: on SQLite, if the database does not respond, or if the
    role may not see the details (superusers and members of pg_monitor may).
    """
    if of.is_sqlite:
        return None
    try:
        with of.autocommit_connection() as connection:
            if not connection.scalar(_MAY_SEE):
                return None
            rows = connection.execute(_STANDBYS).all()
    except SQLAlchemyError:
        return None
    return [Standby(name, servers, round(float(seconds), 3), int(size)) for name, servers, seconds, size in rows]
