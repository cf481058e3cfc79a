"""Many businesses in one database: copies of a registered one with its bookings, made inside PostgreSQL."""

from sqlalchemy import create_engine, text

from bench import fill
from marqueedesk.kit.db.engines import normal_url
from marqueedesk.tables import METADATA

# Tables of a business with bookings, in order of their foreign keys, with the differing columns.
_COPIED = {
    "users": {"id": "n", "email": "'b' || n || '@example.com'", "email_key": "'b' || n || '@example.com'"},
    "operators": {"id": "n", "public_key": "md5(n::text)"},
    "public_keys": {"operator_id": "n", "public_key": "md5(n::text)"},
    "memberships": {"operator_id": "n", "user_id": "n"},
    "letter_inventory": {"operator_id": "n"},
    "bookings": {"operator_id": "n"},
    "letter_holds": {"operator_id": "n"},
}


def copies(database_url: str, operator: int, count: int, bookings: int) -> list[int]:
    """Add bookings to a business and copy it ``count`` times; returns the ids of the copies."""
    fill.fill(database_url, operator, bookings)
    first = operator + 1000
    engine = create_engine(normal_url(database_url))
    with engine.begin() as connection:
        for name, own in _COPIED.items():
            columns = [column.name for column in METADATA.tables[name].columns]
            values = [own.get(column, column) for column in columns]
            whose = "id" if name in {"users", "operators"} else "operator_id"
            connection.execute(
                text(
                    f"INSERT INTO {name} ({', '.join(columns)})"
                    f" SELECT {', '.join(values)} FROM {name}, generate_series({first}, {first + count - 1}) n"
                    f" WHERE {whose} = {operator}"
                )
            )
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
    engine.dispose()
    return list(range(first, first + count))
