"""The tenancy guard: no statement over an operator's table runs without an operator (docs/adr/0003-tenancy.md).

A table that belongs to an operator takes `Owned`. A session knows its operator through `set_operator`; a statement
over an owned table in a session without one raises `UnscopedQuery`. ORM entities get the filter added. A Core table,
alias or subquery of an owned table cannot be given one from outside, so such a statement must compare ``operator_id``
itself, and raises when it does not.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from sqlalchemy import BigInteger, Column, Table, event
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column, with_loader_criteria
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression, ClauseElement
from sqlalchemy.sql.expression import Insert
from sqlalchemy.sql.selectable import Alias

OPERATOR = "operator_id"
_LIFTED = "scope_lifted_because"
StatementT = TypeVar("StatementT", bound=ClauseElement)


class UnscopedQuery(RuntimeError):
    """A statement over an operator's table with no operator to keep it to: a fault of the program, not of a caller."""


class Owned:
    """Mixin of every table that belongs to an operator; ``operator_id`` is filled from the session, never from outside.

    Any table with a column of that name is guarded, unless its ``info`` says ``{"owned": False}``.
    """

    operator_id: Mapped[int] = mapped_column(BigInteger)


def set_operator(session: Session, operator_id: int) -> None:
    """Keep this session to one operator. A session never changes from one operator to another."""
    known = session.info.get(OPERATOR)
    if known is not None and known != operator_id:
        raise UnscopedQuery(f"this session is kept to operator {known}")
    session.info[OPERATOR] = operator_id


@contextmanager
def lift_scope(session: Session, reason: str) -> Generator[None]:
    """Let this session see every operator's rows, for administration and jobs that work across operators."""
    before = session.info.get(_LIFTED)
    session.info[_LIFTED] = reason
    try:
        yield
    finally:
        session.info[_LIFTED] = before


def _owned_table(element: object) -> "Table[Any] | None":
    table = element
    if isinstance(element, Column):
        table = cast("object", element.table)
    while isinstance(table, Alias):
        table = cast("object", table.element)
    if isinstance(table, Table):
        found = cast("Table[Any]", table)
        if OPERATOR in found.c and found.info.get("owned", True):
            return found
    return None


def _scan(statement: ClauseElement) -> tuple[set[str], set[str], set[str]]:
    """Names of owned tables reached as ORM entities, of those reached as plain tables, and of those compared."""
    entities: set[str] = set()
    plain: set[str] = set()
    compared: set[str] = set()
    for element in visitors.iterate(statement):
        if isinstance(element, BinaryExpression):
            if element.operator is operators.eq:
                for side in (element.left, element.right):
                    table = _owned_table(side)
                    if table is not None and cast("Column[Any]", side).name == OPERATOR:
                        compared.add(table.name)
            continue
        table = _owned_table(element)
        if table is None:
            continue
        annotations = cast("dict[str, Any]", getattr(element, "_annotations", {}))
        (entities if "parententity" in annotations or "parentmapper" in annotations else plain).add(table.name)
    return entities, plain, compared


def check_core(statement: StatementT) -> StatementT:
    """Prove a Core statement, once, where it is built: each owned table in it is compared by ``operator_id``.

    For the few statements that run on a bare connection, where the session's hook does not see them.
    """
    entities, plain, compared = _scan(statement)
    missing = (entities | plain) - compared
    if missing:
        raise UnscopedQuery(f"no operator_id comparison on {', '.join(sorted(missing))}")
    return statement


def _guard(state: ORMExecuteState) -> None:
    session = state.session
    if session.info.get(_LIFTED):
        return
    statement = cast("ClauseElement", state.statement)
    entities, plain, compared = _scan(statement)
    if isinstance(statement, Insert):
        table = _owned_table(statement.table)
        if table is not None:
            _check_insert(session, table, state)
        return
    if not entities and not plain:
        return
    operator_id = session.info.get(OPERATOR)
    if operator_id is None:
        raise UnscopedQuery(f"no operator set for {', '.join(sorted(entities | plain))}")
    # A name seen both ways is an ORM entity whose plain table turns up as part of it (a join, a FROM list).
    unfiltered = plain - entities - compared
    if unfiltered:
        raise UnscopedQuery(f"a plain table needs its own operator_id comparison: {', '.join(sorted(unfiltered))}")
    if entities:
        state.statement = state.statement.options(
            with_loader_criteria(Owned, lambda cls: cls.operator_id == operator_id, include_aliases=True)
        )


def _check_insert(session: Session, table: "Table[Any]", state: ORMExecuteState) -> None:
    operator_id = session.info.get(OPERATOR)
    rows = cast("list[dict[str, Any]] | dict[str, Any] | None", state.parameters)
    listed = rows if isinstance(rows, list) else [rows or {}]
    if operator_id is None or any(row.get(OPERATOR) != operator_id for row in listed):
        raise UnscopedQuery(f"insert into {table.name} without this session's operator_id")


def _fill(session: Session, _context: object, _instances: object) -> None:
    if session.info.get(_LIFTED):
        return
    operator_id = session.info.get(OPERATOR)
    for instance in session.new:
        if isinstance(instance, Owned):
            own = cast("int | None", instance.operator_id)
            if operator_id is None or own not in {None, operator_id}:
                raise UnscopedQuery(f"{type(instance).__name__} for an operator that this session is not kept to")
            instance.operator_id = operator_id
    for instance in [*session.dirty, *session.deleted]:
        if isinstance(instance, Owned) and instance.operator_id != operator_id:
            raise UnscopedQuery(f"{type(instance).__name__} of an operator that this session is not kept to")


def install(factory: Any) -> None:
    """Put the guard on every session of a session factory."""
    event.listen(factory, "do_orm_execute", _guard)
    event.listen(factory, "before_flush", _fill)
