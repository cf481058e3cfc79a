"""Pause garbage collection while the product and its libraries are imported, because none of it is garbage.

pytest imports this plugin before any conftest.py, and tests/conftest.py resumes collection after the tests are loaded.
"""

import gc

gc.disable()
