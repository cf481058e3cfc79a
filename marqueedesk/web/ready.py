"""The application object, created once before forking so that the server processes share its memory.

This module exists only for that purpose (docs/adr/0022-shared-memory.md). It opens no connections and starts no
threads, because processes cannot share them; each process starts its own, for traces for example.
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
# Loaded code is permanent, and scanning it for garbage would copy every shared page of memory.
gc.freeze()
