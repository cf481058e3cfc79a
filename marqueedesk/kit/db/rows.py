"""One row: found as it is now, or the problem that there is none; and added, unless another one has its key."""

from typing import TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marqueedesk.kit.errors import Problem

T = TypeVar("T")


def fresh(db: Session, model: type[T], *conditions: ColumnElement[bool]) -> T | None:
    """The only row that meets the conditions, with the values that it has now in place of those that the session has
    read before; None if there is none.
    """
    return db.scalars(select(model).where(*conditions).execution_options(populate_existing=True)).one_or_none()


def existing(found: T | None, problem: type[Problem], sentence: str | None = None) -> T:
    """What was looked for. Raises the problem if it was not found, with its own sentence or another."""
    if found is None:
        raise problem if sentence is None else problem(sentence)
    return found


def add_unless_taken(db: Session, row: object) -> bool:
    """Add a row at once; False if another one has its key, even one that is added at the same moment."""
    try:
        with db.begin_nested():
            db.add(row)
            db.flush()
    except IntegrityError:
        return False
    return True
