"""Memory of this process, and how much the machine, service or container allows; known on Linux only."""

import os
from pathlib import Path, PurePosixPath
from typing import Final

_PROCESS: Final = Path("/proc/self")
_GROUPS: Final = Path("/sys/fs/cgroup")


def gauges() -> dict[str, float]:
    """Return the gauges of memory by name; empty where it is unknown."""
    try:
        resident = int((_PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        groups = (_PROCESS / "cgroup").read_text()
    except (OSError, ValueError):
        return {}
    return {
        "marqueedesk_process_memory_bytes": resident,
        "marqueedesk_memory_limit_bytes": min([machine, *limits(groups, _GROUPS)]),
    }


def limits(groups: str, root: Path) -> list[int]:
    """Return the limits in bytes of a process's control groups. ``groups`` is the text of its `cgroup` file, and
    ``root`` the folder of the control groups.
    """
    paths = [PurePosixPath(line[3:]) for line in groups.splitlines() if line.startswith("0::/")]
    found: list[int] = []
    for path in (folder for own in paths for folder in (own, *own.parents)):
        try:
            found.append(int((root / str(path).lstrip("/") / "memory.max").read_text()))
        except (OSError, ValueError):
            # The root group has no file, and a group without a limit has the text "max".
            continue
    return found
