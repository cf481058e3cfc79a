"""The tenant guard: queries of operator-owned tables need an operator and return only its rows."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from sqlalchemy import (
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.orm import Session, aliased

from marqueedesk.accounts.models import Operator, User
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.tenancy import (
    OPERATOR,
    TenantOwned,
    UnscopedQuery,
    all_tenants,
    assert_tenant_filtered,
    own,
    set_operator,
)
from marqueedesk.tables import METADATA
from marqueedesk.venues.models import Venue
from tests.support import rows
from tests.support.api import Api

venues = cast("Table", Venue.__table__)
letters = cast("Table", InventoryItem.__table__)
Other = aliased(Venue)

Ask = Callable[[Session], Any]

# Kinds of ORM queries, each returning venue names.
ORM: dict[str, Ask] = {
    "entity": lambda db: [venue.name for venue in db.scalars(select(Venue))],
    "column": lambda db: db.scalars(select(Venue.name)).all(),
    "alias": lambda db: db.scalars(select(Other.name)).all(),
    "function of a column": lambda db: db.scalars(select(func.lower(Venue.name))).all(),
    "grouped": lambda db: db.scalars(select(Venue.name).group_by(Venue.name).having(func.count() > 0)).all(),
    "join": lambda db: db.scalars(select(Venue.name).join(Operator, Operator.id == Venue.operator_id)).all(),
    "joined to an unowned table": lambda db: db.scalars(
        select(Venue.name).select_from(Operator).join(Venue, Venue.operator_id == Operator.id)
    ).all(),
    "outer join": lambda db: (
        name
        for name in db.scalars(
            select(Venue.name).select_from(User).outerjoin(Venue, Venue.operator_id == User.id)
        ).all()
        if name
    ),
    "subquery": lambda db: db.scalars(select(select(Venue.name).subquery().c.name)).all(),
    "aliased subquery": lambda db: (
        db.scalars(select(aliased(Venue, select(Venue).subquery()))).all() and db.scalars(select(Venue.name)).all()
    ),
    "cte": lambda db: db.scalars(select(select(Venue.name).cte().c.name)).all(),
    "union": lambda db: db.scalars(union(select(Venue.name), select(Venue.name))).all(),
    "union of entities": lambda db: [row.name for row in db.execute(union_all(select(Venue), select(Other)))],
    "from a union": lambda db: (
        venue.name for venue in db.scalars(select(Venue).from_statement(union(select(Venue), select(Venue))))
    ),
    "scalar subquery": lambda db: db.scalars(select(select(func.min(Venue.name)).scalar_subquery())).all(),
    "in": lambda db: db.scalars(select(Venue.name).where(Venue.id.in_(select(Other.id)))).all(),
    "legacy query": lambda db: [venue.name for venue in db.query(Venue)],
    "update": lambda db: db.scalars(update(Venue).values(notes="seen").returning(Venue.name)).all(),
    "delete": lambda db: db.scalars(delete(Venue).returning(Venue.name)).all(),
    "table with its comparison": lambda db: (
        db.scalars(select(venues.c.name).where(venues.c.operator_id == db.info[OPERATOR])).all()
        if OPERATOR in db.info
        else db.scalars(select(venues.c.name).where(venues.c.operator_id == 1)).all()
    ),
}
# Core queries, which the guard cannot filter: rejected even if the session has an operator.
PLAIN: dict[str, Ask] = {
    "table": lambda db: db.execute(select(venues)),
    "column of a table": lambda db: db.execute(select(venues.c.name)),
    "count of a table": lambda db: db.execute(select(func.count()).select_from(venues)),
    "alias of a table": lambda db: db.execute(select(venues.alias().c.name)),
    "alias of an alias": lambda db: db.execute(select(venues.alias().alias().c.name)),
    "subquery of a table": lambda db: db.execute(select(select(venues.c.name).subquery().c.name)),
    "cte of a table": lambda db: db.execute(select(select(venues.c.name).cte().c.name)),
    "union of tables": lambda db: db.execute(union(select(venues.c.name), select(venues.c.name))),
    "exists": lambda db: db.execute(select(literal(1)).where(exists(select(venues.c.id)))),
    "update of a table": lambda db: db.execute(update(venues).values(notes="x")),
    "delete of a table": lambda db: db.execute(delete(venues)),
    "one of two tables compared": lambda db: db.execute(
        select(venues.c.id).join(letters, letters.c.id == venues.c.id).where(letters.c.operator_id == 1)
    ),
    "two tables compared with each other alone": lambda db: db.execute(
        select(venues.c.id).join(letters, letters.c.operator_id == venues.c.operator_id)
    ),
    "not equal": lambda db: db.execute(select(venues.c.id).where(venues.c.operator_id != 1)),
    "compared with itself": lambda db: db.execute(
        select(venues.c.id).where(venues.c.operator_id == venues.c.operator_id)
    ),
    "compared in one alternative": lambda db: db.execute(
        select(venues.c.id).where(or_(venues.c.operator_id == 1, venues.c.id > 0))
    ),
    "one of two aliases compared": lambda db: db.execute(_two_aliases()),
}


def _two_aliases() -> Any:
    one, two = venues.alias("one"), venues.alias("two")
    return select(one.c.id).join(two, two.c.id > 0).where(one.c.operator_id == 1)


def run_query(database: Database, operator_id: int | None, verb: Ask) -> Any:
    """Call a function with a write session, scoped to the operator if there is one."""
    with database.write() as db:
        if operator_id is not None:
            set_operator(db, operator_id)
        return verb(db)


@pytest.fixture
def places(operator: Api, other_operator: Api) -> tuple[int, int]:
    """Create two operators with one venue each, named "mine" and "other"."""
    operator.add_venue(name="mine")
    other_operator.add_venue(name="other")
    return operator.id, other_operator.id


@pytest.mark.parametrize("way", [*ORM, *PLAIN])
def test_query_without_an_operator_raises(way: str, places: tuple[int, int], database: Database):
    ask = {**ORM, **PLAIN}[way]
    before = rows.content(database)

    with pytest.raises(UnscopedQuery), database.write() as db:
        list(ask(db))

    assert rows.content(database) == before


@pytest.mark.parametrize("way", ORM)
def test_query_returns_only_rows_of_the_session_operator(way: str, places: tuple[int, int], database: Database):
    for operator_id, name in zip(places, ("mine", "other"), strict=True):
        with database.write() as db:
            set_operator(db, operator_id)
            assert set(ORM[way](db)) == {name}
        if way == "delete":
            assert rows.number(database, "venues") == (1 if name == "mine" else 0)


def test_count_includes_only_rows_of_the_session_operator(places: tuple[int, int], database: Database):
    for operator_id in places:
        with database.read() as db:
            set_operator(db, operator_id)
            assert db.scalar(select(func.count()).select_from(Venue)) == 1
            assert db.scalar(select(func.count(Venue.id))) == 1
            assert db.query(Venue).count() == 1
    for ask in (
        select(func.count()).select_from(Venue),
        select(func.count(Venue.id)),
        select(exists(select(Venue.id))),
    ):
        with pytest.raises(UnscopedQuery), database.read() as db:
            db.scalar(ask)


@pytest.mark.parametrize("way", PLAIN)
def test_core_query_without_an_operator_filter_raises(way: str, places: tuple[int, int], database: Database):
    before = rows.content(database)

    with pytest.raises(UnscopedQuery):
        run_query(database, places[0], PLAIN[way])

    assert rows.content(database) == before


def test_primary_key_lookup_finds_only_rows_of_the_session_operator(places: tuple[int, int], database: Database):
    with database.read() as db, all_tenants(db, "the test reads rows of both operators"):
        ids = {venue.name: venue.id for venue in db.scalars(select(Venue))}
    with database.read() as db:
        set_operator(db, places[0])
        assert own(db, Venue, ids["mine"])
        assert own(db, Venue, ids["other"]) is None
        assert db.get(Venue, (places[1], ids["other"])) is None
    for ask in (lambda db: own(db, Venue, ids["mine"]), lambda db: db.get(Venue, (places[0], ids["mine"]))):
        with pytest.raises(UnscopedQuery), database.read() as db:
            ask(db)


def test_new_rows_belong_to_the_session_operator(places: tuple[int, int], database: Database):
    def letter(**fields: Any) -> InventoryItem:
        return InventoryItem(letter="A", size="4ft", quantity=1, price_per_day_cents=100, **fields)

    def move(db: Session) -> None:
        db.scalars(select(InventoryItem)).one().operator_id = places[1]

    run_query(database, places[0], lambda db: db.add(letter()))
    assert [row["operator_id"] for row in rows.rows(database, "letter_inventory")] == [places[0]]
    with pytest.raises(UnscopedQuery):
        run_query(database, None, lambda db: db.add(letter()))
    with pytest.raises(UnscopedQuery):
        run_query(database, places[0], lambda db: db.add(letter(operator_id=places[1])))
    with pytest.raises(UnscopedQuery):
        run_query(database, places[0], move)
    for values in ({"operator_id": places[1]}, {}):
        row = {"letter": "B", "size": "4ft", "quantity": 1, "price_per_day_cents": 100, **values}
        with pytest.raises(UnscopedQuery):
            run_query(database, places[0], lambda db, row=row: db.execute(insert(InventoryItem), [row]))
    assert [row["operator_id"] for row in rows.rows(database, "letter_inventory")] == [places[0]]


def test_row_loaded_for_another_operator_cannot_be_changed(places: tuple[int, int], database: Database):
    with database.read() as db:
        set_operator(db, places[1])
        venue = db.scalars(select(Venue)).one()
        db.expunge(venue)

    def rename(db: Session) -> None:
        db.add(venue)
        venue.name = "changed"

    def remove(db: Session) -> None:
        db.add(venue)
        db.delete(venue)

    for verb in (rename, remove):
        with pytest.raises(UnscopedQuery):
            run_query(database, places[0], verb)
    assert sorted(row["name"] for row in rows.rows(database, "venues")) == ["mine", "other"]


def test_update_cannot_move_rows_to_another_operator(places: tuple[int, int], database: Database):
    for statement in (
        update(Venue).values(operator_id=places[1]),
        update(Venue).values({Venue.operator_id: places[1]}),
        update(venues).where(venues.c.operator_id == places[0]).values(operator_id=places[1]),
        update(venues).where(venues.c.operator_id == places[0]).ordered_values((venues.c.operator_id, places[1])),
    ):
        with pytest.raises(UnscopedQuery):
            run_query(database, places[0], lambda db, statement=statement: db.execute(statement))
    assert sorted(row["operator_id"] for row in rows.rows(database, "venues")) == sorted(places)


def test_session_operator_cannot_be_changed(database: Database):
    with database.read() as db:
        set_operator(db, 1)
        set_operator(db, 1)
        with pytest.raises(UnscopedQuery):
            set_operator(db, 2)


def test_all_tenants_ends_with_its_block(places: tuple[int, int], database: Database):
    with database.read() as db:
        with all_tenants(db, "the test reads rows of both operators"):
            assert len(db.scalars(select(Venue)).all()) == 2
            with all_tenants(db, "again"):
                pass
            assert len(db.scalars(select(Venue)).all()) == 2
        with pytest.raises(UnscopedQuery):
            db.scalars(select(Venue))


def test_filter_check_accepts_statements_filtered_by_operator():
    one, two = venues.alias("one"), venues.alias("two")
    for statement in (
        select(venues).where(venues.c.operator_id == 1),
        select(one.c.id).where(one.c.operator_id == 1),
        select(venues.c.id)
        .join(letters, letters.c.operator_id == venues.c.operator_id)
        .where(venues.c.operator_id == 1),
        select(one.c.id).join(two, two.c.operator_id == one.c.operator_id).where(two.c.operator_id == 1),
        select(select(venues.c.id).where(venues.c.operator_id == 1).scalar_subquery()),
        delete(venues).where(venues.c.operator_id == 1),
        select(cast("Table", User.__table__)),
    ):
        assert assert_tenant_filtered(statement) is statement


@pytest.mark.parametrize(
    "statement",
    [
        select(venues),
        select(venues).where(venues.c.id == 1),
        select(venues.c.id).join(letters, letters.c.operator_id == venues.c.operator_id),
        select(venues.c.id).where(venues.c.operator_id == venues.c.operator_id),
        select(venues.c.id).where(or_(venues.c.operator_id == 1, venues.c.id == 1)),
        select(venues.c.id).where(venues.c.operator_id != 1),
        select(select(venues.c.id).scalar_subquery()),
        _two_aliases(),
        delete(venues),
        update(venues).values(name="x"),
        select(Venue),
    ],
    ids=lambda value: " ".join(str(value).split())[:60],
)
def test_filter_check_rejects_statements_not_filtered_by_operator(statement: Any):
    with pytest.raises(UnscopedQuery):
        assert_tenant_filtered(statement)


def test_tables_with_an_operator_are_guarded_or_exempt():
    owned = {str(mapper.local_table) for mapper in Base.registry.mappers if issubclass(mapper.class_, TenantOwned)}
    exempt = {table.name for table in METADATA.tables.values() if not table.info.get("owned", True)}
    with_operator = {table.name for table in METADATA.tables.values() if OPERATOR in table.c}

    # Memberships, public keys, links and provider IDs are read to determine the operator of a request. Events are read
    # for all open pages at once and contain no tenant data. Open streams are also counted by network. Audit entries are
    # read by administrators, and they and jobs may belong to no business. A provider reports the state of a text by its
    # own ID, also before the business's row has it. The number that a text was sent to determines the operator. Anyone
    # who has a signed contract's file may verify it.
    assert (
        with_operator - owned
        == exempt
        == {
            *("links", "memberships", "provider_ids", "public_keys"),
            *("events", "open_streams", "audit_entries", "jobs", "provider_texts", "text_senders", "contract_files"),
        }
    )
    assert owned <= with_operator
    assert Booking.__tablename__ in owned
    # These tables are read across operators: events in the order of arrival, texts by the ID of the provider.
    for name in with_operator - {"events", "audit_entries", "jobs", "provider_texts"}:
        column = METADATA.tables[name].c[OPERATOR]
        assert not column.nullable, name
        # Scanning one operator's rows needs an index that starts with the operator.
        keys = [list(index.columns) for index in METADATA.tables[name].indexes]
        keys += [
            list(constraint.columns)
            for constraint in METADATA.tables[name].constraints
            if isinstance(constraint, PrimaryKeyConstraint | UniqueConstraint)
        ]
        assert any(columns and columns[0].name == OPERATOR for columns in keys), name
