"""Store the provider's latest errors and their reasons, for administrators."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.watch.metrics import log
from marqueedesk.stripe.models import KeptRefusal
from marqueedesk.stripe.values import Refusal

MOST_KEPT: Final = 200


def keeper(database: Database, most: int = MOST_KEPT) -> Callable[[Refusal], None]:
    """Return a function that stores an error in its own transaction, independent of the call's transaction.

    The latest ``most`` errors are kept.

    If storing fails, the error is only logged, and the caller still gets the original one.
    """

    def keep(refusal: Refusal) -> None:
        try:
            with database.write() as db:
                row = KeptRefusal(at=clock.now(), **asdict(refusal))
                db.add(row)
                db.flush()
                db.execute(delete(KeptRefusal).where(KeptRefusal.id <= row.id - most))
        except SQLAlchemyError:
            log.exception("refusal_not_kept")

    return keep
