"""Location of the browser and its launch options."""

import shutil

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# The regular browser, and the headless shell, which needs a third less CPU to render a page.
WHOLE = ("chromium", "chromium-browser", "google-chrome")
WINDOWLESS = ("chromium-headless-shell",)


def executable(*, as_people_have: bool = False) -> str:
    """The path of Chromium: the headless shell if available, or the regular browser with ``as_people_have``."""
    for name in (*WHOLE, *WINDOWLESS) if as_people_have else (*WINDOWLESS, *WHOLE):
        path = shutil.which(name)
        if path:
            return path
    raise RuntimeError("no browser for the tests: install chromium")
