"""Loading and adding single rows."""

import pytest
from sqlalchemy import update

from marqueedesk.instance_settings.models import PlatformSetting
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.rows import add_unless_taken, existing, fresh
from marqueedesk.kit.errors import NotFound

NAMED = PlatformSetting.name == "site_name"


def test_fresh_reloads_the_row_from_the_database(database: Database):
    with database.write() as db:
        db.add(PlatformSetting(name="site_name", held={"value": "Before"}, updated_at=clock.now()))
        db.flush()
        read = fresh(db, PlatformSetting, NAMED)
        rows = update(PlatformSetting).where(NAMED).values(held={"value": "After"})
        db.execute(rows, execution_options={"synchronize_session": False})
        assert read is not None
        assert read.value == "Before"
        assert existing(fresh(db, PlatformSetting, NAMED), NotFound).value == "After"


def test_missing_row_raises_the_specified_error(database: Database):
    with database.read() as db:
        assert fresh(db, PlatformSetting, NAMED) is None
        with pytest.raises(NotFound, match="Not found"):
            existing(fresh(db, PlatformSetting, NAMED), NotFound)
        with pytest.raises(NotFound, match="Nobody has chosen a name"):
            existing(fresh(db, PlatformSetting, NAMED), NotFound, "Nobody has chosen a name.")


def test_row_is_added_only_if_its_key_is_free(database: Database):
    def named(value: str) -> PlatformSetting:
        return PlatformSetting(name="site_name", held={"value": value}, updated_at=clock.now())

    with database.write() as db:
        assert add_unless_taken(db, named("First"))
        db.expunge_all()
        assert not add_unless_taken(db, named("Second"))
        # The transaction is still usable.
        assert existing(fresh(db, PlatformSetting, NAMED), NotFound).value == "First"
