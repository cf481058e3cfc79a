"""Returning free memory to the system. Tested in a separate process, because it affects the whole process."""

import subprocess
import sys

LOOK = """
import ctypes, time
import psutil
from marqueedesk.kit.watch import malloc

def held():
    return psutil.Process().memory_info().rss / 2**20

malloc.GIVEN_BACK_EVERY = 0.2
if {with_it}:
    malloc.give_memory_back()
blocks = [bytes(3_000) for _ in range(20_000)]
full = held()
# Keep one block in a hundred, so that the free memory is fragmented.
blocks = blocks[::100]
time.sleep(0.6)
print(round(full - held()))
"""


def returned_mebibytes(with_it: bool) -> int:
    """Return how many of the 57 MiB freed by a process went back to the system."""
    code = LOOK.format(with_it=with_it)
    return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def test_free_memory_between_used_blocks_returns_to_the_system():
    assert returned_mebibytes(with_it=True) >= 40
    assert returned_mebibytes(with_it=False) < 10, "by default the process keeps its free memory"
