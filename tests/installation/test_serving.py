"""What each process of a server begins with."""

import os
import subprocess
import sys
from pathlib import Path

LOOK = """
import gc
from marqueedesk.web.serving import application

app = application()
print(app.title, gc.isenabled(), gc.get_freeze_count() > 50_000)
app.state.database.close()
"""


def test_what_is_loaded_is_set_aside_and_garbage_is_looked_for_again(tmp_path: Path):
    kept = {"MARQUEEDESK_DATABASE_URL": f"sqlite:///{tmp_path}/desk.db", "MARQUEEDESK_DATA_DIR": str(tmp_path)}

    # In a process of its own, since it concerns a whole process.
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=os.environ | kept, check=True, capture_output=True, text=True
    )

    assert done.stdout.split() == ["MarqueeDesk", "True", "True"]
