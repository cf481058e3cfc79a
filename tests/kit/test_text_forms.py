"""Text normalization, so that different spellings of the same text match."""

import pytest

from marqueedesk.kit.text.text_forms import (
    bare,
    city_key,
    code_key,
    folded,
    name_key,
    place_key,
    repeated,
    state_key,
    without_invisible,
    zip_key,
)
from marqueedesk.kit.text.us_states import state_of_zip

INVISIBLE = [
    "\u200b", "\ufeff", "\u2060", "\u00ad", "\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u180e", "\u034f",
    "\u200c", "\u200d", "\ufe0f", "\u17b4", "\U000e0001", "\U000e0041", "\U000e0100", "\u2064", "\u00a0", "\u3000",
]  # fmt: skip


@pytest.mark.parametrize("character", INVISIBLE, ids=ascii)
def test_invisible_text_is_empty(character: str):
    assert without_invisible(character) == ""
    assert without_invisible(f" {character * 3} ") == ""
    assert bare(f"{character}12{character}34") in {"1234", "12 34", "12\u00a034", "12\u300034"}


@pytest.mark.parametrize(
    "text, kept",
    [
        ("Jo\u200bhn", "John"),
        ("\ufeffAnn\u2060", "Ann"),
        ("\u3164Ann\u2800", "Ann"),
        ("co\u00adop", "coop"),
        # These affect how the neighboring characters are displayed.
        ("❤\ufe0f", "❤\ufe0f"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("नमस्ते", "नमस्ते"),
    ],
)
def test_invisible_characters_are_dropped_from_names_unless_they_shape_the_text(text: str, kept: str):
    assert without_invisible(text) == kept


@pytest.mark.parametrize(
    "typed, stored",
    [
        ("lukasz", "Łukasz"),
        ("oster", "Øster"),
        ("aesa", "Æsa"),
        ("isik", "Işık"),
        ("oconnor", "O’Connor"),
        ("o'connor", "O‘Connor"),
        ("jeanluc", "Jean-Luc"),
        ("jeanluc", "Jean\u2011Luc"),
        ("djordje", "Djordje"),
        ("dorde", "Đorđe"),
        ("thor", "Þór"),
        ("strasse", "Straße"),
        ("oeuvre", "Œuvre"),
        ("nunez", "Nun\u0303ez"),
        ("istanbul", "İstanbul"),
        ("mcdonald", "Mc\u200bDonald"),
    ],
)
def test_searches_compare_without_accents_apostrophes_and_hyphens(typed: str, stored: str):
    assert folded(stored) == folded(typed) == typed.replace("'", "")


def test_hyphens_between_digits_are_kept():
    assert folded("512-555-0100") == "512-555-0100"
    assert folded("2027-06-05") == "2027-06-05"


@pytest.mark.parametrize(
    "one, other",
    [
        ("Saint Louis", "St. Louis"),
        ("ST LOUIS", "St.Louis"),
        ("Ft. Worth", "Fort Worth"),
        ("Mt. Vernon", "Mount Vernon"),
        ("Sault Ste. Marie", "Sault Sainte Marie"),
        ("NYC", "New York"),
        ("New York City", "new york"),
        ("San José", "San Jose\u0301"),
        ("San José", "SAN JOSE"),
        ("O’Fallon", "O'Fallon"),
        ("OFallon", "O'Fallon"),
        ("N. Las Vegas", "North Las Vegas"),
        ("Winston-Salem", "Winston Salem"),
        ("Coeur d’Alene", "Coeur D Alene"),
        ("Hot Spgs", "Hot Springs"),
        ("Washington, D.C.", "Washington"),
        ("City of Austin", "Austin"),
        ("N.Y.C.", "New York, NY"),
        ("Ste. Genevieve", "Sainte-Geneviève"),
        ("Ft. Worth, Texas", "FORT WORTH TX"),
        ("Kansas City, MO", "Kansas Cty"),
        ("Austin, TX 78701", "Austin"),
        ("NW Miami", "Northwest Miami"),
        ("St. Louis City", "St Louis"),
        ("Palm Bch Gdns", "Palm Beach Gardens"),
        ("Ｓｔ． Ｌｏｕｉｓ", "Saint Louis"),
        ("Aus\u00adtin", "Austin\u200b"),
    ],
)
def test_spellings_of_the_same_city_match(one: str, other: str):
    assert city_key(one) == city_key(other) != ""


def test_different_cities_do_not_match():
    names = ["Austin", "Boston", "Saint Paul", "Saint Louis", "Fort Worth", "Port Arthur", "East Austin", "Kansas City"]
    names += ["Kansas", "Carson City", "Carson", "Saint Louis Park", "Mount Washington", "Washington", "Point Arthur"]
    assert len({city_key(name) for name in names}) == len(names)


def test_state_after_the_city_is_used_if_the_state_is_blank():
    assert place_key("", "Kansas City, KS") == ("ks", "kansascity")
    assert place_key("MO", "Kansas City, KS") == ("mo", "kansascity")
    assert place_key("", "Nevada, Missouri") == ("mo", "nevada")
    assert place_key("", "Nevada") == ("", "nevada")


@pytest.mark.parametrize(
    "code, typed",
    [
        *[("tx", text) for text in ("TX", "tx", "Texas", "Tex.", "US-TX", "T.X.", "ＴＸ", "TX, USA", "State of Texas")],
        *[("tx", text) for text in ("TX - Texas", "Texas (TX)", "Texas, United States")],
        ("nj", "N. Jersey"),
        ("nc", "N. Carolina"),
        ("wv", "West Va."),
        ("ma", "Commonwealth of Massachusetts"),
        ("vi", "Virgin Islands, U.S."),
    ],
)
def test_spellings_of_the_same_state_match(code: str, typed: str):
    assert state_key(typed) == code


def test_foreign_regions_keep_their_names():
    assert (state_key("Ontario"), state_key("D.C."), state_key("")) == ("ontario", "dc", "")


@pytest.mark.parametrize(
    "typed, code",
    [
        ("TX 78701", "78701"),
        ("78701, USA", "78701"),
        ("Austin, TX 78701", "78701"),
        ("TX78701", "78701"),
        ("78701 TX", "78701"),
        ("US-78701", "78701"),
        ("７８７０１", "78701"),
        ("78701\u200b", "78701"),
        ("78701-1234", "787011234"),
        ("78701\u20131234", "787011234"),
        ("78701 1234", "787011234"),
        ("MA 2134", "2134"),
        ("2134 MA", "2134"),
        ("2134-1234", "021341234"),
        ("7030.0", "7030"),
        ("(78701)", "78701"),
        ("#78701", "78701"),
        ("٧٨٧٠١", "78701"),
        ("78701 or 78702", "78701 78702"),
        ("SE 10 8XY", "SE108XY"),
        ("sw1a 1aa", "SW1A1AA"),
        ("London SE10 8XY", "SE108XY"),
        ("m5v 2t6", "M5V2T6"),
        ("1234 AB", "1234AB"),
        ("01310-100", "01310100"),
        ("D-10115", "10115"),
        ("", ""),
    ],
)
def test_formats_of_the_same_zip_code_match(typed: str, code: str):
    assert zip_key(typed) == code


def test_state_is_derived_from_the_zip_code():
    codes = ["78701", "00601", "60126", "02134", "10001", "20001", "88510", "79901", "99999999", "ABC", "78"]
    assert [state_of_zip(code) for code in codes] == [
        "tx", "pr", "il", "ma", "ny", "dc", "tx", "tx", "ak", None, None
    ]  # fmt: skip


def test_codes_match_regardless_of_case_and_invisible_characters():
    assert code_key(" Spring\u200b10\ufeff ") == code_key("ＳＰＲＩＮＧ10") == "spring10"
    assert name_key("García-López") == name_key("garcia lopez")


@pytest.mark.parametrize(
    "names, positions",
    [
        (["Café", "CAFÉ "], [1]),
        (["Cafe\u0301", "Prom", "Caf\u00e9", "cafe"], [2, 3]),
        (["Girls’ Night", "girls' night", "Girls-Night"], [1, 2]),
        (["ＶＥＮＭＯ", "Ven\u200bmo"], [1]),
        (["Zone 1-2", "Zone 12", "Zone 1.2", "zone 1–2"], [2, 3]),
        (["Prom 🎓", "Prom 🎉", "🎓", "🎉", "$", "$$"], []),
        (["Łódź", "Lodz", "Straße", "STRASSE"], [1, 3]),
    ],
)
def test_duplicate_names_are_found_despite_different_spelling(names: list[str], positions: list[int]):
    assert repeated(names) == positions
