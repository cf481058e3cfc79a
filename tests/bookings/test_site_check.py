"""A sign checked against a location: length, height, weight, watts, circuits, and exceeded limits."""

from typing import Any

import pytest

from marqueedesk.booking_form.site_check import Cut, SignRow, check_site, plug_in
from marqueedesk.inventory.letter_facts import LetterFacts
from marqueedesk.venues.site import SiteFacts
from tests.support.api import Api, ok_json


def letter_cut(letter: str, width: float = 30, watts: float = 30, pounds: float = 35) -> Cut:
    return Cut(letter, 48, LetterFacts(width, 8, pounds, 30, watts))


def row(text: str, *widths: float, **facts: float) -> SignRow:
    sizes = iter(widths or [30.0] * len(text))
    return SignRow(
        48, tuple([tuple([letter_cut(letter, next(sizes), **facts) for letter in word]) for word in text.split()])
    )


LOVE = row("LOVE", 24, 30, 28, 24)
ANYWHERE = SiteFacts()


def site(**facts: Any) -> SiteFacts:
    return SiteFacts(**facts)


class TestSize:
    def test_length_of_a_line_includes_gaps_between_letters(self):
        assert check_site([LOVE], ANYWHERE).width == 118
        assert check_site([LOVE], ANYWHERE, gap=0).width == 106

    def test_width_of_a_space_is_a_third_of_the_height(self):
        assert check_site([row("I DO", 10, 20, 20)], ANYWHERE).width == round(50 + 2 * 4 + 0.34 * 48, 1)

    def test_height_of_a_sign_is_the_sum_of_its_lines(self):
        found = check_site([LOVE, row("I DO", 10, 20, 20)], ANYWHERE)
        assert (found.width, found.height, found.pounds) == (118, 100, 7 * 35)

    def test_exceeded_limits_are_reported_with_the_amount(self):
        found = check_site([LOVE, LOVE], site(wall_width_inches=100, ceiling_inches=96))
        assert [(one.kind, one.over) for one in found.findings] == [("width", 18), ("height", 4)]

    def test_sign_that_fits_exactly_exceeds_no_limit(self):
        assert check_site([LOVE], site(wall_width_inches=118, ceiling_inches=48)).findings == ()

    def test_unknown_limits_are_skipped(self):
        assert check_site([LOVE] * 9, ANYWHERE).findings == ()

    def test_letters_go_through_a_door_edge_first(self):
        assert check_site([row("W", 53)], site(door_width_inches=30)).findings == ()
        found = check_site([row("W", 53)], site(door_width_inches=6)).findings
        assert [(one.kind, one.over) for one in found] == [("door", 2)]

    def test_wind_is_checked_outdoors_only(self):
        assert check_site([LOVE], site(wind_limit_mph=30)).findings == ()
        found = check_site([LOVE], site(wind_limit_mph=30, outdoors=True))
        assert found.stands_mph is not None
        assert [(one.kind, one.over) for one in found.findings] == [("wind", round(30 - found.stands_mph, 1))]


class TestPower:
    @pytest.mark.parametrize("amps, most", [(15, 1440), (20, 1920)])
    def test_circuit_is_used_up_to_80_percent_of_its_capacity(self, amps: float, most: float):
        _, left = plug_in([letter_cut("A", watts=most)], [amps], 120)
        assert left == []
        _, left = plug_in([letter_cut("A", watts=most + 1)], [amps], 120)
        assert [one.letter for one in left] == ["A"]

    def test_letters_are_plugged_into_the_first_circuit_with_capacity(self):
        letters = [
            letter_cut("A", watts=900),
            letter_cut("B", watts=900),
            letter_cut("C", watts=500),
            letter_cut("D", watts=900),
        ]
        circuits, left = plug_in(letters, [15, 20], 120)
        assert [(one.letters, one.watts) for one in circuits] == [(("A", "C"), 1400), (("B", "D"), 1800)]
        assert left == []

    def test_letters_without_a_circuit_are_listed(self):
        found = check_site([row("LOVE", watts=900)], site(circuits=[15, 15]))
        assert [(one.kind, one.over) for one in found.findings] == [("power", 1800)]
        assert found.without_power == ("V", "E")

    def test_location_without_power_leaves_all_letters_without_a_circuit(self):
        found = check_site([LOVE], site(circuits=[]))
        assert [(one.kind, one.over) for one in found.findings] == [("power", 120)]

    def test_default_circuits_are_assumed_if_unknown(self):
        found = check_site([row("LOVE", watts=900)], ANYWHERE)
        assert [one.letters for one in found.circuits] == [("L",), ("O",), ("V",), ("E",)]
        assert {one.amps for one in found.circuits} == {15}
        assert found.findings == ()


class TestCords:
    def test_cord_reaches_the_farthest_letter_of_its_circuit(self):
        # LOVE is 118 inches long, and L O V is 90 inches: 9.8 and 7.5 feet.
        found = check_site([row("LOVE", 24, 30, 28, 24, watts=400)], site(circuits=[15, 15], outlet_feet=16))
        assert [one.letters for one in found.circuits] == [("L", "O", "V"), ("E",)]
        assert found.cords == ((0, 25), (1, 50))
        assert found.findings == ()

    def test_cord_length_ignores_the_line_of_a_letter(self):
        found = check_site([LOVE, row("LO", 24, 30)], site(circuits=[20], outlet_feet=15))
        assert found.cords == ((0, 25),)

    def test_cord_length_includes_spaces(self):
        # "I DO" ends at 74.3 inches (6.2 feet); without its space, at 58 inches (4.9 feet).
        assert check_site([row("IDO", 10, 20, 20)], site(circuits=[15], outlet_feet=20)).cords == ((0, 25),)
        assert check_site([row("I DO", 10, 20, 20)], site(circuits=[15], outlet_feet=20)).cords == ((0, 50),)

    def test_distance_beyond_the_longest_cord_is_reported(self):
        found = check_site([LOVE], site(circuits=[15], outlet_feet=95))
        assert [(one.kind, one.over) for one in found.findings] == [("cord", 4.8)]
        assert found.cords == ((0, 100),)

    def test_no_cords_are_suggested_if_the_outlet_distance_is_unknown(self):
        assert check_site([LOVE], site(circuits=[15])).cords == ()
        assert check_site([LOVE], site(circuits=[], outlet_feet=5)).cords == ()

    def test_letters_without_power_need_no_cord(self):
        found = check_site([row("LOVE", 24, 30, 28, 24, watts=900)], site(circuits=[15], outlet_feet=0))
        assert found.cords == ((0, 25),)


@pytest.fixture
def with_measured_letters(operator: Api) -> Api:
    for letter, width in (("L", 24), ("O", 30), ("V", 28), ("E", 24)):
        facts = {"widthInches": width, "weightPounds": 40, "watts": 400}
        body = {"letter": letter, "size": "4ft", "quantity": 2, "pricePerDay": 25, **facts}
        ok_json(operator.post("/api/inventory", json=body))
    return operator


LINES = [{"kind": "letters", "text": "LOVE", "size": "4ft"}]


class TestCall:
    def test_sign_uses_entered_measurements(self, with_measured_letters: Api):
        body = {"lines": LINES, "gapInches": 4, "site": {"wallWidthInches": 100, "circuits": [15], "volts": 120}}
        found = ok_json(with_measured_letters.post("/api/site-check", json=body))
        assert {name: found[name] for name in ("widthInches", "heightInches", "watts", "weightPounds", "fits")} == {
            "widthInches": 118,
            "heightInches": 48,
            "watts": 1600,
            "weightPounds": 160,
            "fits": False,
        }
        assert found["circuits"] == [{"amps": 15, "watts": 1200, "letters": ["L", "O", "V"]}]
        assert found["findings"] == [{"kind": "width", "over": 18}, {"kind": "power", "over": 400}]
        assert (found["withoutPower"], found["estimated"], found["cords"]) == (["E"], [], [])
        body["site"] |= {"outletFeet": 20}
        assert ok_json(with_measured_letters.post("/api/site-check", json=body))["cords"] == [
            {"circuit": 0, "feet": 50}
        ]

    def test_voltage_defaults_to_the_country(self, with_measured_letters: Api):
        body = {"lines": LINES, "site": {"circuits": [15]}}
        assert ok_json(with_measured_letters.post("/api/site-check", json=body))["withoutPower"] == ["E"]
        with_measured_letters.set_rules(timeZone="Europe/Berlin")
        assert ok_json(with_measured_letters.get("/api/user"))["usualVolts"] == 230
        assert ok_json(with_measured_letters.post("/api/site-check", json=body))["withoutPower"] == []
        body["site"]["volts"] = 120
        assert ok_json(with_measured_letters.post("/api/site-check", json=body))["withoutPower"] == ["E"]

    def test_missing_measurements_are_estimated(self, operator: Api):
        found = ok_json(operator.post("/api/site-check", json={"lines": LINES}))
        assert found["fits"] is True
        # As drawn on the pages: 71 + 111.3 + 103.6 + 75.1 units of 0.48 inches, less the gap after the last letter.
        assert found["widthInches"] == pytest.approx(361 * 0.48 - 4, abs=1)
        assert found["estimated"] == ["L", "O", "V", "E"]

    def test_site_check_uses_the_venues_details(self, with_measured_letters: Api):
        venue = with_measured_letters.add_venue(site={"wallWidthInches": 110, "outdoors": False})
        assert venue["site"]["wallWidthInches"] == 110
        found = ok_json(with_measured_letters.post("/api/site-check", json={"lines": LINES, "venueId": venue["id"]}))
        assert found["findings"] == [{"kind": "width", "over": 8}]
        cleared = ok_json(with_measured_letters.patch(f"/api/venues/{venue['id']}", json={"site": None}))
        assert cleared["site"] is None
        found = ok_json(with_measured_letters.post("/api/site-check", json={"lines": LINES, "venueId": venue["id"]}))
        assert found["fits"] is True

    def test_site_check_accepts_packages_and_items(self, with_measured_letters: Api):
        arch = ok_json(with_measured_letters.post("/api/items", json={"name": "Arch", "quantity": 2, "price": 40}))
        package = ok_json(with_measured_letters.post("/api/packages", json={"name": "Love", "lines": LINES}))
        lines = [
            {"kind": "package", "packageId": package["id"]},
            {"kind": "item", "itemId": arch["id"], "quantity": 1},
            {"kind": "letters", "text": "LO", "size": "4ft"},
        ]
        found = ok_json(with_measured_letters.post("/api/site-check", json={"lines": lines}))
        assert [line["text"] for line in found["lines"]] == ["LOVE", "LO"]
        assert (found["widthInches"], found["heightInches"]) == (118, 100)

    @pytest.mark.parametrize(
        "change, field",
        [
            ({"lines": []}, "lines"),
            ({"lines": [{"kind": "letters", "text": "LOVE", "size": "9ft"}]}, "lines[0].size"),
            ({"gapInches": -1}, "gapInches"),
            ({"site": {"circuits": [0]}}, "site.circuits[0]"),
            ({"site": {"wallWidthInches": "wide"}}, "site.wallWidthInches"),
        ],
    )
    def test_invalid_site_check_is_reported(self, change: dict[str, Any], field: str, with_measured_letters: Api):
        answer = with_measured_letters.post("/api/site-check", json={"lines": LINES, **change})
        assert answer.status_code == 422
        assert list(answer.json()["fields"]) == [field]

    def test_site_check_at_another_business_venue_is_not_found(self, with_measured_letters: Api, other_operator: Api):
        venue = other_operator.add_venue(site={"wallWidthInches": 10})
        answer = with_measured_letters.post("/api/site-check", json={"lines": LINES, "venueId": venue["id"]})
        assert answer.status_code == 404
