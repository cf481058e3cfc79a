"""Application object created once before forking, so that the server processes share its memory.

This module exists only for that (docs/adr/0022-shared-memory.md). It opens no connections and starts no threads, which
processes cannot share; each process starts its own, such as for traces.
"""

import gc

from marqueedesk import api_docs
from marqueedesk.app import create_app
from marqueedesk.kit.db.db import build_expressions
from marqueedesk.kit.http.schemas import build_all
from marqueedesk.settings import Settings

application = create_app(Settings())
build_all()
api_docs.build(application)
build_expressions()
# Loaded code is permanent, and scanning it for garbage would copy every shared memory page.
gc.freeze()
