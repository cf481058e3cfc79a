"""The sign on documents, drawn from the frontend's letterforms."""

import json
import tomllib
from colorsys import rgb_to_hls
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from marqueedesk.documents.sign import draw_sign
from marqueedesk.documents.sign_tones import Look, SignText, tone_of
from marqueedesk.inventory.letterforms import TILE

ROOT = Path(__file__).resolve().parents[2]
FORMS = json.loads((ROOT / "frontend/src/sign/letters.json").read_text())
BULBS = json.loads((ROOT / "frontend/src/sign/bulbs.expected.json").read_text())
SVG = "{http://www.w3.org/2000/svg}"


def drawn(message: str, look: Look = "night") -> ET.Element:
    sign = draw_sign(message, look=look)
    assert sign is not None
    return ET.fromstring(sign.svg)


def count_bulbs(picture: ET.Element) -> int:
    """Count the lit bulbs: the points of paths with a bright core."""
    return sum(path.get("d", "").count("M") for path in picture.iter(f"{SVG}path") if path.get("stroke-width") == "7")


def test_wheel_includes_the_letterforms_of_the_frontend():
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]

    for source, target in packed["force-include"].items():
        assert (ROOT / source).is_file()
        assert target.startswith("marqueedesk/inventory/"), "beside the module that reads them"
    assert {Path(name).name for name in packed["force-include"]} == {"letters.json", "bulbs.expected.json"}


@pytest.mark.parametrize("look", ["night", "ink"])
def test_every_letter_has_the_bulbs_of_its_drawing(look: Look):
    assert set(BULBS) == set(FORMS["glyphs"])
    for letter, points in BULBS.items():
        if FORMS["glyphs"][letter]["a"]:
            assert count_bulbs(drawn(letter, look)) == len(points) // 2, letter


def test_letters_are_spaced_as_on_the_pages():
    single = {letter: draw_sign(letter, look="ink") for letter in "AV"}
    both, apart = draw_sign("AV", look="ink"), draw_sign("A V", look="ink")

    assert both is not None
    assert apart is not None
    a, v = (sign.widest for sign in single.values() if sign)
    assert both.widest == pytest.approx(a + v - 6)
    assert apart.widest == pytest.approx(a + v + FORMS["space"])


def test_accents_have_space_above_the_letters():
    plain, marked = draw_sign("N", look="ink"), draw_sign("Ñ", look="ink")

    assert plain is not None
    assert marked is not None
    assert marked.height == plain.height + 40
    assert count_bulbs(drawn("Ñ")) == count_bulbs(drawn("N")) + len(BULBS["\u0303"]) // 2


@pytest.mark.parametrize("letter", ["Ø", "愛", "🎉", "Ж", "<", "Ő"])
def test_letter_without_a_drawing_is_shown_as_a_tile(letter: str):
    picture = drawn(letter)

    assert [text.text for text in picture.iter(f"{SVG}text")] == [letter]
    assert [rect.get("width") for rect in picture.iter(f"{SVG}rect")] == [str(TILE - 14)]


@pytest.mark.parametrize("message", ["", "   ", "\u200b"])
def test_message_without_letters_has_no_sign(message: str):
    assert draw_sign(message, look="night") is None


@pytest.mark.parametrize(
    "message, lines",
    [
        ("LOVE", 1),
        ("MARRY ME", 1),
        ("HAPPY BIRTHDAY DEAR GRANDMOTHER FROM ALL OF YOUR MANY GRANDCHILDREN", 3),
        ("W" * 60, 4),
        ("🎉" * 60, 3),
    ],
)
def test_long_message_wraps_into_even_lines(message: str, lines: int):
    sign = draw_sign(message, look="night")

    assert sign is not None
    assert sign.lines == lines
    assert sign.widest < 2600


def test_customer_text_is_escaped_in_the_sign():
    picture = drawn('<script>"&')

    assert "script" not in {element.tag.removeprefix(SVG) for element in picture.iter()}


@pytest.mark.parametrize("message", ["HAPPY 30TH", "I LOVE YOU", "BABY SHOWER", "MARRY ME"])
def test_short_words_share_a_line_up_to_the_width(message: str):
    sign = draw_sign(message, look="night")
    assert sign is not None
    assert sign.lines == 1


def test_several_texts_are_stacked_to_scale_in_their_color():
    one = draw_sign("LOVE", look="night")
    several = draw_sign([SignText("LOVE", 1.0, "#b76e79"), SignText("2026", 0.5)], look="night")

    assert one is not None
    assert several is not None
    assert (one.lines, several.lines) == (1, 2)
    assert several.widest == one.widest
    # Half of a capital's height, and half of the gap above it.
    assert several.height - one.height == pytest.approx(50 + 17)
    # Each text has its own gradients.
    assert {f'id="pool{number}"' in several.svg for number in (0, 1)} == {True}
    assert "url(#pool1)" in several.svg
    assert "scale(0.5)" in several.svg


def colors(finish: str = "", color: str | None = None) -> set[str]:
    sign = draw_sign([SignText("O", 1.0, color, finish)], look="night")
    assert sign is not None
    return {stop.get("stop-color", "") for stop in ET.fromstring(sign.svg).iter(f"{SVG}stop")}


def test_finish_and_color_determine_the_light():
    looks = [
        colors(),
        colors("Cool white"),
        colors("Red"),
        colors("RGB"),
        colors("", "#b76e79"),
        colors("Red", "#b76e79"),
        colors("", "#000000"),
        colors("", "#ffffff"),
    ]

    assert len({frozenset(look) for look in looks}) == len(looks)
    assert colors("Warm white") == colors()


def near(color: str, swatch: str) -> float:
    """Return the distance between the hues of two colors, in degrees."""
    one, other = (rgb_to_hls(*(part / 255 for part in bytes.fromhex(row[1:])))[0] * 360 for row in (color, swatch))
    return min(abs(one - other), 360 - abs(one - other))


@pytest.mark.parametrize("swatch", ["#e8a9a4", "#8fa382", "#d4af37", "#b76e79", "#1f2a56", "#c1121f"])
def test_painted_letters_keep_the_hue_of_their_swatch(swatch: str):
    tone = tone_of(SignText("O", 1.0, swatch))

    for color in (tone.panel, *tone.lip, *tone.side):
        assert near(color, swatch) < 20, color


def test_floor_is_lit_in_the_light_of_the_last_text():
    sign = draw_sign([SignText("LOVE", 1.0, "#b76e79"), SignText("2026", 0.5, None, "Blue")], look="night")
    paper = draw_sign("LOVE", look="ink")

    assert sign is not None
    assert paper is not None
    ellipses = [row.get("fill") for row in ET.fromstring(sign.svg).iter(f"{SVG}ellipse")]
    assert ellipses == ["url(#floor1)"]
    assert list(ET.fromstring(paper.svg).iter(f"{SVG}ellipse")) == []


def test_face_of_color_changing_letters_shows_all_their_colors():
    sign = draw_sign([SignText("O", 1.0, None, "RGB")], look="night")

    assert sign is not None
    hues = [path for path in ET.fromstring(sign.svg).iter(f"{SVG}path") if path.get("stroke") == "url(#hues0)"]
    assert [path.get("stroke-width") for path in hues] == ["20", "13", "9.4"]
    mirrors = {
        row.get("fill") for row in ET.fromstring(sign.svg).iter(f"{SVG}circle") if "mirror" in row.get("fill", "")
    }
    assert len(mirrors) > 2, "and so does their reflection"


def test_neon_letter_is_drawn_as_a_tube():
    sign = draw_sign([SignText("LOVE", 1.0, None, "Red neon")], look="night")

    assert sign is not None
    assert "url(#pool0)" not in sign.svg
    assert count_bulbs(ET.fromstring(sign.svg)) == 0
    assert 'stroke-width="3.4"' in sign.svg


def test_letter_in_another_finish_is_drawn_in_its_own_light():
    plain = draw_sign([SignText("LO VE", finish="Warm white")], look="night")
    # Spaces don't count: the third letter is V.
    mixed = draw_sign([SignText("LO VE", finish="Warm white", exceptions=((2, "Blue"),))], look="night")
    blue = draw_sign([SignText("V", finish="Blue")], look="night")

    assert plain is not None
    assert mixed is not None
    assert blue is not None
    assert mixed.width == plain.width
    of_v = blue.svg.count("url(#pool0)")
    assert of_v > 0
    assert mixed.svg.count("url(#pool1)") == of_v
    assert mixed.svg.count("url(#pool0)") == plain.svg.count("url(#pool0)") - of_v
