"""Readable text on any color."""

import pytest

from marqueedesk.kit.text.colors import BLACK, WHITE, contrast, text_on


def test_contrast_is_the_ratio_of_wcag():
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast("#777777", WHITE) == pytest.approx(4.48, abs=0.01)


def test_text_is_readable_on_every_color():
    steps = [f"{value:02x}" for value in range(0, 256, 15)]
    colors = [f"#{red}{green}{blue}" for red in steps for green in steps for blue in steps]

    assert min(contrast(text_on(color), color) for color in colors) >= 4.5
