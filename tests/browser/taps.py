"""Count taps, to measure the effort of each step of a working day."""

from playwright.sync_api import Locator


class TapCounter:
    """Taps elements and counts the taps."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, target: Locator) -> None:
        self.count += 1
        target.tap()
