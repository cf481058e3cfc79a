"""The base of all tables, and the types and SQL functions that both databases know.

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
    """The base of every table, with names for constraints that both databases share."""

    metadata = MetaData(naming_convention=NAMING)


def build_expressions() -> None:
    """Make what stands for each mapped column in a statement, which each is otherwise when it is first used."""
    configure_mappers()
    for mapper in Base.registry.mappers:
        for column in mapper.column_attrs:
            _ = getattr(mapper.class_, column.key).expression


class Instant(TypeDecorator[datetime]):
    """An aware UTC instant. PostgreSQL keeps it as timestamptz; SQLite as text that sorts by time."""

    impl = TIMESTAMP(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """Text on SQLite, timestamptz elsewhere."""
        if dialect.name == "sqlite":
            from sqlalchemy import String  # noqa: PLC0415 - only this branch needs it.

            return dialect.type_descriptor(String(32))
        return dialect.type_descriptor(TIMESTAMP(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Refuse a naive time; write UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs its time zone")
        utc = value.astimezone(UTC)
        # Not strftime: it writes the year 1 as "1", which neither sorts nor reads back.
        return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z" if dialect.name == "sqlite" else utc

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Read UTC."""
        if value is None:
            return None
        return datetime.fromisoformat(value) if isinstance(value, str) else value.astimezone(UTC)


class Dated:
    """Mixin of rows that say when they were made, and when they were changed last."""

    created_at: Mapped[datetime] = mapped_column(Instant)
    updated_at: Mapped[datetime] = mapped_column(Instant)


Document = JSON().with_variant(JSONB(), "postgresql")
JsonObject = dict[str, Any]
"""The object in a JSON column, where its keys are data or its reader gives them a type."""
"""A JSON document: jsonb on PostgreSQL, text on SQLite."""

Id = BigInteger().with_variant(Integer(), "sqlite")
"""A generated key: SQLite only numbers rows automatically in a column declared as INTEGER."""


class TextList(TypeDecorator[list[str]]):
    """A list of text as one parameter, for `one_of`: an array on PostgreSQL, JSON on SQLite."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """The array or the JSON text."""
        return dialect.type_descriptor(ARRAY(Text()) if dialect.name == "postgresql" else JSON())


class one_of(ColumnElement[bool]):  # noqa: N801 - reads as SQL where it is used.
    """``column`` is in a list that is one parameter, so that the statement's text stays the same for every length."""

    inherit_cache = True
    # Without it SQLite would get "… = 1" appended, and with it no use of an index.
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
    # Citus has to see the operator to know where the rows are.
    "plan_cache_mode": "CASE WHEN current_setting('citus.shard_count', true) IS NULL THEN 'force_generic_plan'"
    " ELSE 'auto' END",
    # A plan that is made once is made early, while a table of keys or counters is almost empty and reading all of it
    # looks cheap; it would go on reading all of it for as long as nobody has counted its rows anew.
    "enable_seqscan": "'off'",
    # Knowing no value, PostgreSQL expects a large business's rows to be read by several processes at once. Starting
    # them takes 10 ms, and then a few rows are read.
    "max_parallel_workers_per_gather": "'0'",
}
"""PostgreSQL's settings for what is asked often, as SQL. Each such statement finds few rows, by an index."""


def plan_once(*, for_transaction: bool) -> str:
    """The SQL function calls, as one column, that make PostgreSQL plan statements once for a connection: those of the
    rest of the transaction, or else all that the connection will ever send.
    """
    local = "true" if for_transaction else "false"
    return " || ".join(f"set_config('{name}', {value}, {local})" for name, value in _PLANNED_ONCE.items())


class generic_plans(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """A column that makes PostgreSQL plan the rest of the transaction's statements without looking at their values, so
    that each is planned once for a connection (`plan_once`). Nothing on SQLite, which plans when a statement is
    prepared.
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
    """The id of the next row of a table, for callers that write the row together with rows that refer to it.

    PostgreSQL gives each id once. On SQLite it is the next id as long as the transaction that asks may write.
    """

    inherit_cache = True
    _traverse_internals: ClassVar[Any] = [("table_name", InternalTraversal.dp_string)]

    def __init__(self, table_name: str) -> None:
        self.type = Integer()
        self.table_name = table_name


@compiles(next_id, "sqlite")
def _next_id_sqlite(element: next_id, _compiler: Any, **_kw: Any) -> str:
    # Ids of rows that are gone are not used again: the tables say AUTOINCREMENT.
    return f"coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{element.table_name}'), 0) + 1"  # noqa: S608 - a table of ours.


@compiles(next_id, "postgresql")
def _next_id_postgresql(element: next_id, _compiler: Any, **_kw: Any) -> str:
    return f"nextval('{element.table_name}_id_seq')"


def spelled(**templates: str) -> Callable[[type[FunctionT]], type[FunctionT]]:
    """How databases spell a function: ``{0}`` in each dialect's template stands for the arguments."""

    def spell(function: type[FunctionT]) -> type[FunctionT]:
        for dialect, template in templates.items():

            @compiles(function, dialect)
            def _(element: FunctionT, compiler: Any, *, template: str = template, **kw: Any) -> str:
                return template.format(compiler.process(element.clauses, **kw))

        return function

    return spell


@spelled(sqlite="json_group_array(json_array({0}))", postgresql="coalesce(json_agg(json_build_array({0})), '[]'::json)")
class json_rows(GenericFunction[Any]):  # noqa: N801 - reads as SQL where it is used.
    """A JSON array with one inner array per row: one round trip for what would be several result sets."""

    type = JSON()
    inherit_cache = True
    name = "json_rows"


@spelled(postgresql="lower({0})")
class fold(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """Text in lower case by Unicode's rules, on both databases."""

    inherit_cache = True
    name = "fold"


@spelled(postgresql=folded_on_postgresql())
class search_fold(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """Text as searches compare it (`text_forms.folded`), on both databases."""

    inherit_cache = True
    name = "search_fold"


def contains_words(columns: Iterable[Any], text: str) -> list[ColumnElement[bool]]:
    """The conditions under which every word of a search is in one or another of the columns."""
    searched = tuple(columns)
    words = dict.fromkeys(search_words(text)[:MOST_WORDS])
    return [or_(*(contains(column, word) for column in searched)) for word in words]


def contains(column: Any, text: str) -> ColumnElement[bool]:
    """The condition that the column contains the text, as searches compare. Wildcards in it are matched literally."""
    looked_for = folded(text).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return search_fold(column).like(f"%{looked_for}%", escape="\\")


EVENTS_WRITTEN = "events_written"
"""Noted in a session or on a connection whose transaction writes rows into the table of events."""
