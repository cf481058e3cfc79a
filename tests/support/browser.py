"""Where the browser is and how it is started."""

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


# What people have, and the same without its window, which draws a page with a third less computing.
WHOLE = ("chromium", "chromium-browser", "google-chrome")
WINDOWLESS = ("chromium-headless-shell",)


def executable(*, as_people_have: bool = False) -> str:
    """The path of a Chromium: one without a window where there is one, unless it should be ``as_people_have`` it."""
    for name in (*WHOLE, *WINDOWLESS) if as_people_have else (*WINDOWLESS, *WHOLE):
        path = shutil.which(name)
        if path:
            return path
    raise RuntimeError("no browser for the tests: install chromium")
