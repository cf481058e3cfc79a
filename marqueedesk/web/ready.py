"""The application, made once before the processes of a server part: what they never write to takes memory once.

Loading this is all that it is for (docs/adr/0022-shared-memory.md). Nothing here opens a connection or starts a thread:
no process could share those. What begins threads of its own, such as traces, each process begins for itself.
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
# What is loaded stays for good: a process that looked through it for garbage would get a copy of each page of memory.
gc.freeze()
