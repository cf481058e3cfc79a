"""The provider's newest refusals, kept with its own reasons for the administrator who has to find out why."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.watch.observe import log
from marqueedesk.stripe.models import KeptRefusal
from marqueedesk.stripe.values import Refusal

MOST_KEPT: Final = 200


def keeper(database: Database) -> Callable[[Refusal], None]:
    """A function that stores a refusal, in a transaction of its own: the call's own work is undone or goes on as it is.

    A refusal that cannot be stored is in the log all the same, and hides nothing from whoever waits for the call.
    """

    def keep(refusal: Refusal) -> None:
        try:
            with database.write() as db:
                row = KeptRefusal(at=clock.now(), **asdict(refusal))
                db.add(row)
                db.flush()
                db.execute(delete(KeptRefusal).where(KeptRefusal.id <= row.id - MOST_KEPT))
        except SQLAlchemyError:
            log.exception("refusal_not_kept")

    return keep
