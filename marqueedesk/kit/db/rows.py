"""Helpers for single rows: read the current values, raise a problem if the row is missing, insert unless the key
exists.
"""

from typing import TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marqueedesk.kit.errors import Problem

T = TypeVar("T")


def fresh(db: Session, model: type[T], *conditions: ColumnElement[bool]) -> T | None:
    """Return the only row that matches the conditions, with its current values from the database; None if there is
    none.
    """
    return db.scalars(select(model).where(*conditions).execution_options(populate_existing=True)).one_or_none()


def existing(row: T | None, problem: type[Problem], sentence: str | None = None) -> T:
    """Return a row, or raise the problem if it is None, with the problem's own message or the given one."""
    if row is None:
        raise problem if sentence is None else problem(sentence)
    return row


def add_unless_taken(db: Session, row: object) -> bool:
    """Insert a row immediately. Return false if its key exists, even if another process has just inserted it."""
    try:
        with db.begin_nested():
            db.add(row)
            db.flush()
    except IntegrityError:
        return False
    return True
