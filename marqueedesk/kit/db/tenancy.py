"""Tenancy guard: no statement on an operator's table runs without an operator (docs/adr/0003-tenancy.md).

Operator-owned tables use `TenantOwned`. `set_operator` sets a session's operator; a statement on an owned table in a
session without an operator raises `UnscopedQuery`. ORM entities get the filter automatically. A Core table, alias or
subquery of an owned table cannot be filtered from outside, so such a statement must compare ``operator_id`` itself, and
raises otherwise.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from sqlalchemy import BigInteger, Column, Table, event
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column, with_loader_criteria
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression, BooleanClauseList, ClauseElement, Grouping
from sqlalchemy.sql.expression import Insert, Update
from sqlalchemy.sql.selectable import Alias, Join

OPERATOR = "operator_id"
_LIFTED = "scope_lifted_because"
StatementT = TypeVar("StatementT", bound=ClauseElement)
RowT = TypeVar("RowT", bound="TenantOwned")


class UnscopedQuery(RuntimeError):
    """A statement on an operator's table has no operator filter, which is a programming error."""


class TenantOwned:
    """Mixin of operator-owned tables; ``operator_id`` is filled from the session, never from input.

    Any table with a column of that name is guarded, unless its ``info`` has ``{"owned": False}``.
    """

    operator_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False, sort_order=-1)


def set_operator(session: Session, operator_id: int) -> None:
    """Scope a session to one operator. A session cannot switch operators."""
    current = session.info.get(OPERATOR)
    if current is not None and current != operator_id:
        raise UnscopedQuery(f"this session is kept to operator {current}")
    session.info[OPERATOR] = operator_id


def kept_to(session: Session) -> int:
    """Return the operator that a session is scoped to. Raises UnscopedQuery if there is none."""
    operator_id: int | None = session.info.get(OPERATOR)
    if operator_id is None:
        raise UnscopedQuery("this session is kept to no operator")
    return operator_id


def own(session: Session, model: type[RowT], row_id: int) -> RowT | None:
    """Return the row with this id if it belongs to the session's operator, otherwise None."""
    operator_id = session.info.get(OPERATOR)
    if operator_id is None:
        raise UnscopedQuery(f"no operator set for {model.__name__}")
    return session.get(model, (operator_id, row_id))


@contextmanager
def all_tenants(session: Session, reason: str) -> Generator[None]:
    """Lift a session's operator filter, for administration and for jobs across operators."""
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
        owned = cast("Table[Any]", table)
        if OPERATOR in owned.c and owned.info.get("owned", True):
            return owned
    return None


_scanned: WeakKeyDictionary[ClauseElement, tuple[set[str], set[str]]] = WeakKeyDictionary()
"""Cache of table names by statement, because some statements are built once and executed on each call."""


def _scan(statement: ClauseElement) -> tuple[set[str], set[str]]:
    """Return the names of owned tables used as ORM entities, and of those used as plain tables."""
    names = _scanned.get(statement)
    if names is None:
        names = _scanned[statement] = _look_through(statement)
    return names


def _look_through(statement: ClauseElement) -> tuple[set[str], set[str]]:
    entities: set[str] = set()
    plain: set[str] = set()
    for element in visitors.iterate(statement):
        table = _owned_table(element)
        if table is None:
            continue
        annotations = cast("dict[str, Any]", getattr(element, "_annotations", {}))
        (entities if "parententity" in annotations or "parentmapper" in annotations else plain).add(table.name)
    return entities, plain


class _Proof:
    """Analysis of which owned tables in a statement are filtered by operator.

    An occurrence is a table or one of its aliases. It is filtered if its ``operator_id`` must equal a value, or a
    column that in turn must. Comparisons within an OR, or of a column with itself, do not count.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self.seen: dict[Any, str] = {}
        self._equal: dict[Any, set[Any]] = {}
        self._anchored: set[Any] = set()
        self._walk(statement)
        waiting = list(self._anchored)
        while waiting:
            for other in self._equal.get(waiting.pop(), set()) - self._anchored:
                self._anchored.add(other)
                waiting.append(other)

    def unkept(self) -> set[str]:
        """Return the names of owned tables with an unfiltered occurrence."""
        return {name for place, name in self.seen.items() if (place, OPERATOR) not in self._anchored}

    def _walk(self, element: Any) -> None:
        table = _owned_table(element)
        if table is not None:
            self.seen[element.table if isinstance(element, Column) else element] = table.name
            if not isinstance(element, Column):
                # The table behind an alias is not a separate occurrence.
                return
        whole = cast("Any", element)
        conditions: list[Any] = list(getattr(whole, "_where_criteria", ()))
        conditions += [join[1] for join in getattr(whole, "_setup_joins", ())]
        if isinstance(element, Join):
            conditions.append(element.onclause)
        for condition in conditions:
            self._demand(condition)
        for child in cast("ClauseElement", element).get_children():
            self._walk(child)

    def _demand(self, condition: Any) -> None:
        if isinstance(condition, Grouping):
            self._demand(cast("Any", condition).element)
        elif isinstance(condition, BooleanClauseList) and condition.operator is operators.and_:
            for part in condition.clauses:
                self._demand(part)
        elif isinstance(condition, BinaryExpression) and condition.operator is operators.eq:
            left, right = _column(cast("Any", condition.left)), _column(cast("Any", condition.right))
            if left and right:
                self._equal.setdefault(left, set()).add(right)
                self._equal.setdefault(right, set()).add(left)
            elif left or right:
                self._anchored.add(left or right)


def _column(side: Any) -> tuple[Any, str] | None:
    """Return the table or alias column on one side of a comparison; None for a value."""
    return (side.table, side.name) if isinstance(side, Column) else None


def assert_tenant_filtered(statement: StatementT) -> StatementT:
    """Check a Core statement once, when it is built: every owned table must be compared by ``operator_id``.

    For the few statements that run on a bare connection, which the session's hook does not see.
    """
    missing = _Proof(statement).unkept()
    if missing:
        raise UnscopedQuery(f"no operator_id comparison on {', '.join(sorted(missing))}")
    return statement


def _guard(state: ORMExecuteState) -> None:
    session = state.session
    if session.info.get(_LIFTED):
        return
    statement = cast("ClauseElement", state.statement)
    entities, plain = _scan(statement)
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
    if getattr(statement, "_for_update_arg", None) is not None:
        raise UnscopedQuery("operator-owned rows are locked only through the operator's own row")
    if isinstance(statement, Update) and OPERATOR in _updated(statement, state):
        raise UnscopedQuery("an update must not move a row to another operator")
    # A name in both sets is an ORM entity whose plain table appears as a part of it, such as in a join or a FROM list.
    if plain - entities:
        unfiltered = _Proof(statement).unkept() - entities
        if unfiltered:
            raise UnscopedQuery(f"a plain table needs its own operator_id comparison: {', '.join(sorted(unfiltered))}")
    if entities:
        state.statement = state.statement.options(
            with_loader_criteria(TenantOwned, lambda cls: cls.operator_id == operator_id, include_aliases=True)
        )


def _updated(statement: Update, state: ORMExecuteState) -> set[str]:
    """Return the names of the columns that an UPDATE sets."""
    values: dict[Any, Any] = dict(getattr(statement, "_values", None) or {})
    values.update(getattr(statement, "_ordered_values", None) or ())
    rows = cast("list[dict[str, Any]] | dict[str, Any] | None", state.parameters)
    for row in rows if isinstance(rows, list) else [rows or {}]:
        values.update(row)
    return {str(getattr(name, "key", name)) for name in values}


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
        if isinstance(instance, TenantOwned):
            own = cast("int | None", instance.operator_id)
            if operator_id is None or own not in {None, operator_id}:
                raise UnscopedQuery(f"{type(instance).__name__} for an operator that this session is not kept to")
            instance.operator_id = operator_id
    for instance in [*session.dirty, *session.deleted]:
        if isinstance(instance, TenantOwned) and instance.operator_id != operator_id:
            raise UnscopedQuery(f"{type(instance).__name__} of an operator that this session is not kept to")


def install(factory: Any) -> None:
    """Install the guard on all sessions of a factory."""
    event.listen(factory, "do_orm_execute", _guard)
    event.listen(factory, "before_flush", _fill)
