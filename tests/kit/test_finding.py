"""One row as it is now."""

import pytest
from sqlalchemy import update

from marqueedesk.kit import clock
from marqueedesk.kit.database import Database
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.finding import existing, fresh
from marqueedesk.platform.models import PlatformSetting

NAMED = PlatformSetting.name == "site_name"


def test_a_row_is_found_as_it_is_and_not_as_it_was_read(database: Database):
    with database.write() as db:
        db.add(PlatformSetting(name="site_name", held={"value": "Before"}, updated_at=clock.now()))
        db.flush()
        read = fresh(db, PlatformSetting, NAMED)
        rows = update(PlatformSetting).where(NAMED).values(held={"value": "After"})
        db.execute(rows, execution_options={"synchronize_session": False})
        assert read is not None
        assert read.value == "Before"
        assert existing(fresh(db, PlatformSetting, NAMED), NotFound).value == "After"


def test_what_is_not_found_is_the_problem_that_was_named(database: Database):
    with database.read() as db:
        assert fresh(db, PlatformSetting, NAMED) is None
        with pytest.raises(NotFound):
            existing(fresh(db, PlatformSetting, NAMED), NotFound)
