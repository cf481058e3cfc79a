"""Declarative base of all tables, with types and SQL functions that work on both databases.

Sessions and transactions are in kit.db.database.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeVar

from sqlalchemy import (
    ARRAY,
    JSON,
    BigInteger,
    Boolean,
    ColumnElement,
    Integer,
    MetaData,
    Text,
    bindparam,
    or_,
)
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import DeclarativeBase, Mapped, configure_mappers, mapped_column
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.sql.visitors import InternalTraversal
from sqlalchemy.types import TypeDecorator

from marqueedesk.kit.text.search import MOST_WORDS, folded_on_postgresql
from marqueedesk.kit.text.text_forms import folded, search_words

FunctionT = TypeVar("FunctionT", bound=GenericFunction[Any])
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of all tables, with constraint names that are the same on both databases."""

    metadata = MetaData(naming_convention=NAMING)


def build_expressions() -> None:
    """Build the column expressions of all mappers, which SQLAlchemy would otherwise do on first use."""
    configure_mappers()
    for mapper in Base.registry.mappers:
        for column in mapper.column_attrs:
            _ = getattr(mapper.class_, column.key).expression


class Instant(TypeDecorator[datetime]):
    """Aware UTC timestamp: timestamptz on PostgreSQL, sortable text on SQLite."""

    impl = TIMESTAMP(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """Return text on SQLite, timestamptz otherwise."""
        if dialect.name == "sqlite":
            from sqlalchemy import String  # noqa: PLC0415 - only this branch needs it.

            return dialect.type_descriptor(String(32))
        return dialect.type_descriptor(TIMESTAMP(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Reject naive times and convert to UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a timestamp needs a time zone")
        utc = value.astimezone(UTC)
        # strftime would write the year 1 as "1", which neither sorts nor parses.
        return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z" if dialect.name == "sqlite" else utc

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Parse as UTC."""
        if value is None:
            return None
        return datetime.fromisoformat(value) if isinstance(value, str) else value.astimezone(UTC)


class Dated:
    """Mixin with the timestamps of creation and last change."""

    created_at: Mapped[datetime] = mapped_column(Instant)
    updated_at: Mapped[datetime] = mapped_column(Instant)


Document = JSON().with_variant(JSONB(), "postgresql")
JsonObject = dict[str, Any]
"""Object in a JSON column whose keys are data, or that is converted to a type when read."""
"""JSON document: jsonb on PostgreSQL, text on SQLite."""

Id = BigInteger().with_variant(Integer(), "sqlite")
"""Generated key: SQLite numbers rows automatically only in INTEGER columns."""


class TextList(TypeDecorator[list[str]]):
    """List of texts as a single parameter for `one_of`: an array on PostgreSQL, JSON on SQLite."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """Return the array or JSON type."""
        return dialect.type_descriptor(ARRAY(Text()) if dialect.name == "postgresql" else JSON())


class one_of(ColumnElement[bool]):  # noqa: N801 - reads as SQL where it is used.
    """Condition that ``column`` is in a list passed as one parameter, so that the SQL is the same for any length."""

    inherit_cache = True
    # Without it SQLite would append "… = 1" and not use an index.
    _is_implicitly_boolean = True
    _traverse_internals: ClassVar[Any] = [
        ("column", InternalTraversal.dp_clauseelement),
        ("values", InternalTraversal.dp_clauseelement),
    ]

    def __init__(self, column: ColumnElement[str], name: str) -> None:
        self.type = Boolean()
        self.column = column
        self.values = bindparam(name, type_=TextList())


@compiles(one_of, "sqlite")
def _one_of_sqlite(element: one_of, compiler: Any, **kw: Any) -> str:
    return f"{compiler.process(element.column, **kw)} IN (SELECT value FROM json_each({compiler.process(element.values, **kw)}))"  # noqa: S608, E501 - what is put together are compiled parts.


@compiles(one_of, "postgresql")
def _one_of_postgresql(element: one_of, compiler: Any, **kw: Any) -> str:
    return f"{compiler.process(element.column, **kw)} = ANY({compiler.process(element.values, **kw)})"


_PLANNED_ONCE = {
    # Citus needs the value of the operator's ID to locate the rows.
    "plan_cache_mode": "CASE WHEN current_setting('citus.shard_count', true) IS NULL THEN 'force_generic_plan'"
    " ELSE 'auto' END",
    # A plan is made once and early, while the tables of keys and counters are almost empty and a sequential scan looks
    # cheap. It would be kept until the table is analyzed again.
    "enable_seqscan": "'off'",
    # Without a value, PostgreSQL plans for a large business, with parallel workers. Starting them takes 10 ms even to
    # read a few rows.
    "max_parallel_workers_per_gather": "'0'",
}
"""PostgreSQL settings for frequent statements, as SQL. Each of these statements finds few rows through an index."""


def plan_once(*, for_transaction: bool) -> str:
    """Return SQL function calls, as one column, that make PostgreSQL use generic plans for the rest of the transaction,
    or for the whole connection.
    """
    local = "true" if for_transaction else "false"
    return " || ".join(f"set_config('{name}', {value}, {local})" for name, value in _PLANNED_ONCE.items())


class generic_plans(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """Column that makes PostgreSQL use generic plans for the rest of the transaction, so that each statement is planned
    once per connection (`plan_once`). Has no effect on SQLite, which plans when a statement is prepared.
    """

    inherit_cache = True
    name = "generic_plans"


@compiles(generic_plans, "sqlite")
def _generic_plans_sqlite(_element: generic_plans, _compiler: Any, **_kw: Any) -> str:
    return "NULL"


@compiles(generic_plans, "postgresql")
def _generic_plans_postgresql(_element: generic_plans, _compiler: Any, **_kw: Any) -> str:
    return plan_once(for_transaction=True)


class next_id(ColumnElement[int]):  # noqa: N801 - reads as SQL where it is used.
    """Id of the next row of a table, for writing a row together with rows that refer to it.

    PostgreSQL assigns each id once. On SQLite it is the next id, valid while the transaction holds the write lock.
    """

    inherit_cache = True
    _traverse_internals: ClassVar[Any] = [("table_name", InternalTraversal.dp_string)]

    def __init__(self, table_name: str) -> None:
        self.type = Integer()
        self.table_name = table_name


@compiles(next_id, "sqlite")
def _next_id_sqlite(element: next_id, _compiler: Any, **_kw: Any) -> str:
    # IDs of deleted rows are not reused, because the tables use AUTOINCREMENT.
    return f"coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{element.table_name}'), 0) + 1"  # noqa: S608 - a table of ours.


@compiles(next_id, "postgresql")
def _next_id_postgresql(element: next_id, _compiler: Any, **_kw: Any) -> str:
    return f"nextval('{element.table_name}_id_seq')"


def spelled(**templates: str) -> Callable[[type[FunctionT]], type[FunctionT]]:
    """Declare a function's SQL by dialect; ``{0}`` in a template stands for the arguments."""

    def spell(function: type[FunctionT]) -> type[FunctionT]:
        for dialect, template in templates.items():

            @compiles(function, dialect)
            def _(element: FunctionT, compiler: Any, *, template: str = template, **kw: Any) -> str:
                return template.format(compiler.process(element.clauses, **kw))

        return function

    return spell


@spelled(sqlite="json_group_array(json_array({0}))", postgresql="coalesce(json_agg(json_build_array({0})), '[]'::json)")
class json_rows(GenericFunction[Any]):  # noqa: N801 - reads as SQL where it is used.
    """JSON array with one inner array per row, to get several results in one round trip."""

    type = JSON()
    inherit_cache = True
    name = "json_rows"


@spelled(postgresql="lower({0})")
class fold(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """Lower-case text by Unicode rules, on both databases."""

    inherit_cache = True
    name = "fold"


@spelled(postgresql=folded_on_postgresql())
class search_fold(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """Text normalized for search (`text_forms.folded`), on both databases."""

    inherit_cache = True
    name = "search_fold"


def contains_words(columns: Iterable[Any], text: str) -> list[ColumnElement[bool]]:
    """Return the conditions that every search word occurs in at least one of the columns."""
    searched = tuple(columns)
    words = dict.fromkeys(search_words(text)[:MOST_WORDS])
    return [or_(*(contains(column, word) for column in searched)) for word in words]


def contains(column: Any, text: str) -> ColumnElement[bool]:
    """Return the condition that a column contains the text, normalized for search. Wildcards are matched literally."""
    looked_for = folded(text).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return search_fold(column).like(f"%{looked_for}%", escape="\\")


PERSONAL_ERASED = "personal_erased"
"""Flag on a session whose transaction erases personal content, which must not stay in SQLite's write-ahead log."""
CHANGES_WRITTEN = "changes_written"
"""Flag on a session or connection whose transaction writes rows of changes (kit.live.changes)."""
