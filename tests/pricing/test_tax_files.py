"""Import of tax rate files from shops, tax services and spreadsheets, and the resulting tax rates."""

import pytest

from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.sales_tax import PlaceTax, SalesTax, TaxAddress, TaxPlace
from marqueedesk.pricing.tax_files import TaxFile, read_tax_csv
from tests.support.api import Api, ok_json

OPEN = PlaceTax(0, is_open=True)


def places(text: str, **more: str) -> list[tuple[str | None, str | None, tuple[str, ...], int]]:
    found = read_tax_csv(text, **more)  # type: ignore[arg-type] - one of the units.
    assert found.refused == []
    return [(row.state, row.city, row.zip_codes, row.ppm) for row in found.places]


def fault(text: str) -> Invalid:
    with pytest.raises(Invalid) as refused:
        read_tax_csv(text)
    return refused.value


class TestUnits:
    @pytest.mark.parametrize(
        "text",
        [
            "State,City,Rate\nTX,Austin,0.5%\n",
            "State,City,Rate %\nTX,Austin,0.5\n",
            "State,City,Percent\nTX,Austin,.5\n",
            "State,City,Tax Rate (%)\nTX,Austin,0.50\n",
            "State,City,%\nTX,Austin,0.5\n",
            "State,City,Rate in %\nTX,Austin,0.5\n",
            "State,City,Rate pct\nTX,Austin,0.5\n",
            "State,City,Rate\nTX,Austin,0.5 percent\n",
            "State,City,Rate\nTX,Austin,０．５％\n",
            "State;City;Rate\nTX;Austin;0,5 %\n",
            "State;City;Rate %\nTX;Austin;0,5000\n",
            "State,City,Decimal Rate\nTX,Austin,0.005\n",
        ],
    )
    def test_percent_sign_or_decimal_header_determines_the_unit(self, text: str):
        assert places(text) == [("TX", "Austin", (), 5_000)]

    def test_percent_sign_in_one_cell_determines_the_unit_of_all(self):
        assert [row[3] for row in places("State,City,Rate\nTX,Austin,0.5%\nTX,Waco,0.25\n")] == [5_000, 2_500]
        assert [row[3] for row in places("State;City;Rate\nTX;Austin;0,5 pct\nTX;Waco;0,25\n")] == [5_000, 2_500]

    def test_rate_of_1_or_more_means_percent(self):
        assert [row[3] for row in places("State,Rate\nTX,6.25\nNH,0.5\nOR,0\n")] == [62_500, 5_000, 0]

    @pytest.mark.parametrize("unit, ppm", [("percent", 825), ("fraction", 82_500)])
    def test_rates_all_below_1_require_a_unit(self, unit: str, ppm: int):
        text = "State,City,Rate\nTX,Austin,0.0825\nTX,Taxless,0\n"
        refused = fault(text)
        assert refused.answer_code == "unit_needed"
        assert refused.message == (
            "All rates are below 1 without a percent sign. Is 0.0825 a percentage (0.0825%), or a fraction (8.25%)?"
        )
        assert [row[3] for row in places(text, unit=unit)] == [ppm, 0]

    @pytest.mark.parametrize("rate", ["8,25 %", "8,25", "8,2500", "8.25%", "8.25"])
    def test_comma_is_accepted_as_the_decimal_separator(self, rate: str):
        assert places(f"State;City;Rate\nTX;Austin;{rate}\nTX;Waco;8,125\n")[0][3] == 82_500

    def test_missing_rate_is_refused(self):
        found = read_tax_csv("State,City,Rate\nTX,Austin,\nTX,Waco,8.25\n")
        assert found.refused == [(2, "The rate is missing")]

    def test_rates_of_zero_need_no_unit(self):
        assert places("State,Rate\nOR,0\nNH,0.0\n") == [("OR", None, (), 0), ("NH", None, (), 0)]


class TestColumns:
    def test_woocommerce_sample_is_imported(self):
        text = (
            "country,state,postcode,city,rate,name,priority,compound,shipping,class\n"
            "US,FL,12345,*,7.5000,FL Tax,1,0,1,\nUS,TX,*,*,6.2500,TX Tax,1,0,1,\n"
        )
        assert places(text) == [("FL", None, ("12345",), 75_000), ("TX", None, (), 62_500)]

    def test_woocommerce_export_is_imported(self):
        text = (
            "Country Code,State Code,ZIP/Postcode,City,Rate %,Tax Name,Priority,Compound,Shipping,Tax Class\n"
            'US,TX,78701;78702;7871*,Austin;Round Rock,0.5,Local,1,0,0,\nUS,TX,"78750...78759",*,8.25,Local,1,0,0,\n'
        )
        assert places(text) == [
            ("TX", "Austin", ("78701", "78702", "7871*"), 5_000),
            ("TX", "Round Rock", ("78701", "78702", "7871*"), 5_000),
            ("TX", None, ("78750...78759",), 82_500),
        ]

    def test_magento_export_is_imported(self):
        text = (
            "Code,Country,State,Zip/Post Code,Rate,Range From,Range To,default\n"
            "US-CA-*-Rate 1,US,CA,*,8.2500,,,\nUS-NY-10,US,NY,,8.3750,10001,10282,\n"
        )
        assert places(text) == [("CA", None, (), 82_500), ("NY", None, ("10001-10282",), 83_750)]

    @pytest.mark.parametrize(
        "header",
        [
            "State,ZipCode,TaxRegionName,EstimatedCombinedRate,StateRate,EstimatedCountyRate,EstimatedCityRate",
            "State,Zip,City,Combined Rate,State Rate,County Rate,City Rate",
            "Province,Postal Code,Town,Total Tax Rate,State Sales Tax,County Sales Tax,City Sales Tax",
            "Region,Zip/Postal Code,City,Tax Rate,State Tax,County Tax,City Tax",
            "State/Province,ZIP Code,Locality,Rate %,stateRate,countyRate,cityRate",
            "State,ZipCode,TaxRegionName,CombinedRate,StateRate,CountyRate,CityRate,TaxRegionCode",
            "STATE_ABBREV,ZIP_CODE,CITY_NAME,TOTAL_SALES_TAX,STATE_SALES_TAX,COUNTY_SALES_TAX,CITY_SALES_TAX",
            "State,ZipCode,PostOffice,SalesTaxRate,ShippingTaxable,TaxName,Class",
            "Ｓｔａｔｅ,Zip,City,Tax rate (％),a,b,c",
        ],
    )
    def test_headers_of_tax_services_and_shops_are_recognized(self, header: str):
        assert places(f"{header}\nTX,78701,AUSTIN,8.25,6.25,0,2\n") == [("TX", "AUSTIN", ("78701",), 82_500)]

    @pytest.mark.parametrize(
        "column", ["District", "Jurisdiction", "Postcode Area", "County FIPS", "Area Code", "Zone", "Ward"]
    )
    def test_error_names_an_unknown_place_column(self, column: str):
        refused = fault(f"State,{column},Rate\nTX,X1,8.25\n")
        assert (refused.answer_code, f"“{column}”" in refused.message) == ("column_unknown", True)

    @pytest.mark.parametrize(
        "header", ["ZIP,Postal Code,Rate", "ZIP,Rate,Combined Rate", "State,Region,Tax Rate", "City,Town,Rate"]
    )
    def test_two_columns_with_the_same_meaning_are_refused(self, header: str):
        assert fault(f"{header}\n78701,8,8\n").answer_code == "column_twice"

    def test_row_with_only_a_region_code_is_refused(self):
        found = read_tax_csv("State,ZipCode,TaxRegionCode,Rate\nCA,90001,EFIA,9.5\nCA,,EFIB,9\n")
        assert ([row.ppm for row in found.places], [line for line, _ in found.refused]) == ([95_000], [3])

    def test_rate_stacked_on_another_rate_is_refused(self):
        text = "country,state,postcode,city,rate,priority\nUS,TX,*,*,6.25,1\nUS,TX,78701,*,2,2\n"
        found = read_tax_csv(text)
        assert [(line, "added to another" in sentence) for line, sentence in found.refused] == [(3, True)]

    @pytest.mark.parametrize("cell", ["*", "**", "", "Any", "ALL", "n/a", "All Cities"])
    def test_wildcard_city_applies_to_the_whole_state(self, cell: str):
        assert places(f"State,City,Rate\nTX,{cell},6.25\n") == [("TX", None, (), 62_500)]

    def test_row_for_all_places_is_refused(self):
        found = read_tax_csv("country,state,postcode,city,rate\nUS,*,*,*,5\nUS,TX,,,6.25\n")
        assert [line for line, _ in found.refused] == [2]

    def test_unreadable_character_is_refused(self):
        found = read_tax_csv("State,City,Rate\nCO,Ca\ufffdon City,6.5\nCO,Pueblo,7\n")
        assert [(line, "unreadable character" in sentence) for line, sentence in found.refused] == [(2, True)]


class TestLeadingZeros:
    @pytest.mark.parametrize(
        "state, written, code",
        [
            ("PR", "601", "00601"),
            ("NJ", "7030", "07030"),
            ("MA", "2134", "02134"),
            ("MA", "2134-1234", "02134-1234"),
            ("NJ", "70301234", "070301234"),
            ("PR", "601-1234", "00601-1234"),
            ("CT", "6101-6199", "06101-06199"),
            ("MA", "1001–2791", "01001-02791"),
            ("NJ", "7030 to 7099", "07030-07099"),
            ("VI", "802", "00802"),
            ("RI", "2903", "02903"),
            ("New Jersey", "７０３０", "07030"),
            ("NJ", "7030.0", "07030"),
            ("NJ", "'07030", "07030"),
            ("NJ", '="07030"', "07030"),
            ("NJ", '"7,030"', "07030"),
            ("TX", "787", "787"),
            ("TX", "7870", "7870"),
            ("", "2134", "02134"),
        ],
    )
    def test_leading_zeros_dropped_by_spreadsheets_are_restored(self, state: str, written: str, code: str):
        text = f"State,ZIP,Rate\n{state},{written},8.25\nNY,10001,8.875\n"
        assert places(text)[0] == (state or None, None, (code,), 82_500)

    def test_postal_codes_of_other_countries_are_unchanged(self):
        assert places("Country,State,ZIP,Rate\nAU,NSW,2000,10\nUS,NY,10001,8.875\n")[0][2] == ("2000",)


def tax_of(text: str) -> SalesTax:
    return SalesTax(tuple(read_tax_csv(text).places))


class TestPlaces:
    def test_zip_code_never_matches_in_another_state(self):
        tax = tax_of("State,ZIP,Rate\nPR,601,11.5\nIL,62701,9.75\n")
        assert tax.tax(TaxAddress("PR", "Adjuntas", "00601"), 0) == PlaceTax(115_000, "PR")
        assert tax.tax(TaxAddress("PR", "Adjuntas", "601"), 0).ppm == 115_000
        for address in (TaxAddress("IL", "Elmhurst", "60126"), TaxAddress(None, "Elmhurst", "60126")):
            assert tax.tax(address, 0) == OPEN
        old = SalesTax((TaxPlace(115_000, "PR", zip_codes=("601",)),))
        assert old.tax(TaxAddress(None, None, "60126"), 0) == OPEN, "also if it was stored as a prefix"

    @pytest.mark.parametrize(
        "entered, typed",
        [
            ("St. Louis", "Saint Louis"), ("Saint Louis", "St Louis"), ("Fort Worth", "Ft. Worth"),
            ("New York", "NYC"), ("New York City", "New York"), ("San José", "San Jose\u0301"),
            ("Mt. Airy", "Mount Airy"),
            ("Ste. Genevieve", "Sainte Genevieve"), ("St. Louis", "Saint Louis, MO"),
            ("O’Fallon", "O'Fallon"), ("Winston-Salem", "Winston Salem"),
        ],
    )  # fmt: skip
    def test_spellings_of_a_city_match_the_same_tax_place(self, entered: str, typed: str):
        tax = SalesTax((TaxPlace(42_250, "MO"), TaxPlace(96_790, "MO", city=entered)))
        assert tax.tax(TaxAddress("Missouri", typed, "63101"), 0) == PlaceTax(96_790, f"{entered}, MO")

    def test_city_without_a_rate_is_unconfirmed_if_other_cities_of_the_state_have_rates(self):
        tax = SalesTax((TaxPlace(42_250, "MO"), TaxPlace(96_790, "MO", city="St. Louis"), TaxPlace(40_000, "NY")))
        assert tax.tax(TaxAddress("MO", "Rolla", "65401"), 0) == OPEN
        assert tax.tax(TaxAddress("NY", "Utica", "13501"), 0) == PlaceTax(40_000, "NY")

    def test_city_without_a_rate_is_unconfirmed_if_cities_without_a_state_have_rates(self):
        tax = SalesTax((TaxPlace(42_250, "MO"), TaxPlace(96_790, city="St. Louis")))
        assert tax.tax(TaxAddress("MO", "Rolla", "65401"), 0) == OPEN
        assert tax.tax(TaxAddress("MO", "Saint Louis", "63101"), 0).ppm == 96_790

    def test_state_after_the_city_name_is_recognized(self):
        tax = SalesTax((TaxPlace(88_500, "MO", city="Kansas City"), TaxPlace(91_000, "KS", city="Kansas City")))
        assert tax.tax(TaxAddress(None, "Kansas City, KS"), 0).ppm == 91_000
        assert tax.tax(TaxAddress("MO", "Kansas City, MO"), 0).ppm == 88_500

    def test_city_with_the_same_name_in_another_state_does_not_match(self):
        tax = SalesTax((TaxPlace(82_500, "TX", city="Austin"),))
        assert tax.tax(TaxAddress("MN", "Austin", "55912"), 0) == OPEN
        assert tax.tax(TaxAddress(None, "Austin", "55912"), 0) == OPEN
        assert tax.tax(TaxAddress(None, "Austin", "78701"), 0).ppm == 82_500


def test_preview_requires_the_unit_and_applies_it(operator: Api):
    csv = "State,City,Rate\nTX,Austin,0.0825\n"
    asked = operator.post("/api/sales-tax/preview", json={"csv": csv})
    assert (asked.status_code, asked.json()["code"], list(asked.json()["fields"])) == (422, "unit_needed", ["unit"])
    seen = ok_json(operator.post("/api/sales-tax/preview", json={"csv": csv, "unit": "fraction"}))
    assert (seen["places"][0]["percent"], seen["fractions"]) == (8.25, True)
    seen = ok_json(operator.post("/api/sales-tax/preview", json={"csv": csv, "unit": "percent"}))
    assert (seen["places"][0]["percent"], seen["fractions"]) == (0.0825, False)
    wrong = operator.post("/api/sales-tax/preview", json={"csv": csv, "unit": "cents"})
    assert (wrong.status_code, list(wrong.json()["fields"])) == (422, ["unit"])


def test_imported_half_percent_rate_is_charged_on_a_booking(operator: Api):
    csv = "State,City,Rate\nTX,Austin,0.5%\n"
    seen = ok_json(operator.post("/api/sales-tax/preview", json={"csv": csv}))
    rows = [{name: place[name] for name in ("state", "city", "percent")} for place in seen["places"]]
    ok_json(operator.put("/api/sales-tax", json={"places": rows}))
    address = {"street": "1 Main St", "city": "Austin", "state": "TX", "zipCode": "78701"}
    booking = operator.book(address=address, message="LOVE", deliveryDate="2027-06-01", pickupDate="2027-06-03")
    assert (booking["breakdown"]["tax"], booking["totalPrice"]) == (1, 201)


def test_missing_leading_zero_of_a_typed_zip_code_is_restored_by_state(operator: Api):
    rows: list[dict[str, object]] = [
        {"state": "PR", "zipCodes": ["601"], "percent": 11.5},
        {"state": "TX", "zipCodes": ["787", "750-753"], "percent": 8},
        {"state": "NJ", "zipCodes": ["7030–7099", "085"], "percent": 6.625},
    ]
    saved = ok_json(operator.put("/api/sales-tax", json={"places": rows}))
    codes = [["00601"], ["787", "750-753"], ["07030-07099", "085"]]
    assert [place["zipCodes"] for place in saved["places"]] == codes


def test_two_spellings_of_a_city_are_refused_as_duplicates(operator: Api):
    rows = [
        {"state": "MO", "city": "St. Louis", "percent": 9.679},
        {"state": "MO", "city": "Saint Louis", "percent": 9},
    ]
    refused = operator.put("/api/sales-tax", json={"places": rows})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["places[1].percent"])


def test_imported_file_replaces_saved_places_with_other_spellings(operator: Api):
    rows: list[dict[str, object]] = [
        {"state": "MO", "city": "St. Louis", "percent": 9.679},
        {"state": "CA", "city": "San José", "percent": 9.375},
        {"state": "TX", "zipCodes": ["78701-78799", "787*"], "percent": 8.25},
        {"state": "MO", "city": "Rolla", "percent": 8},
    ]
    saved = ok_json(operator.put("/api/sales-tax", json={"places": rows}))["places"]
    csv = (
        "State,City,ZIP Code,Rate\nMissouri,SAINT LOUIS,,9.7\nCalifornia,San Jose\u0301,,9.4\n"
        "Texas,,787; 78701–78799,8.5\nMO,Columbia,,7.975\n"
    )
    places = ok_json(operator.post("/api/sales-tax/preview", json={"csv": csv}))["places"]
    keys = {place["key"] for place in places}
    assert [place["city"] for place in saved if place["key"] not in keys] == ["Rolla"]

    # Responses can be sent back unchanged.
    kept = [place for place in saved if place["key"] not in keys]
    ok_json(operator.put("/api/sales-tax", json={"places": [*places, *kept]}))
    rate = ok_json(operator.get("/api/sales-tax/rate", params={"state": "MO", "city": "St Louis", "zipCode": "63101"}))
    assert rate["percent"] == 9.7


class TestDuplicatePlaces:
    def test_spellings_of_a_city_with_one_rate_become_one_place(self):
        text = "State,City,Rate\nMO,St. Louis,9.679\nMissouri,Saint Louis,9.679\nMO,ST LOUIS,9.679\nMO,Rolla,8\n"
        assert places(text) == [("MO", "St. Louis", (), 96_790), ("MO", "Rolla", (), 80_000)]

    def test_city_in_two_counties_with_one_rate_is_one_place(self):
        text = "State,County,City,Rate\nMO,Clay,Kansas City,8.85\nMO,Jackson,Kansas City,8.85\n"
        assert places(text) == [("MO", "Kansas City", (), 88_500)]

    def test_conflicting_rate_for_a_place_is_refused_by_line(self):
        text = "State,City,Rate\nMO,St. Louis,9.679\nMO,Rolla,8\nMO,Saint Louis,9\nMO,Rolla,x\n"
        found = read_tax_csv(text)
        assert [(row.city, row.ppm) for row in found.places] == [("St. Louis", 96_790), ("Rolla", 80_000)]
        assert found.refused == [
            (4, "The same place has a different rate in line 2"),
            (5, "“x” is not a percentage"),
        ]

    def test_cities_with_the_same_name_in_two_states_are_two_places(self):
        text = "State,City,Rate\nMO,Kansas City,8.85\nKS,Kansas City,9.1\n"
        assert [state for state, *_ in places(text)] == ["MO", "KS"]


def test_row_with_an_unclosed_quotation_mark_is_reported() -> None:
    found: TaxFile = read_tax_csv('State,City,Rate\nTX,"Austin,8.25\nTX,Waco,8\n')
    assert ([line for line, _ in found.refused], [row.city for row in found.places]) == ([2], ["Waco"])
