"""Catalog of Bright Letters Co. beyond its letters in two sizes: a third size, a finish, colors, items and packages."""

from marqueedesk.demo.plan import DemoCatalog, ItemOnOffer, PackageOnOffer, SomeOf, Words
from marqueedesk.inventory.item_schemas import ItemInput
from marqueedesk.pricing.schemas import ColorInput, FinishInput, PriceListChange, SizeInput
from marqueedesk.pricing.zones_schemas import ZonesInput

CATALOG = DemoCatalog(
    prices=PriceListChange(
        sizes=[
            SizeInput(code="2ft", label="2ft", price=15),
            SizeInput(code="3ft", label="3ft", price=20),
            SizeInput(code="4ft", label="4ft", price=25),
        ],
        finishes=[FinishInput(code="standard", label="Warm White"), FinishInput(code="rgb", label="RGB")],
        colors=[
            ColorInput(code="standard", label="Standard", price=0),
            ColorInput(code="blush", label="Blush Pink", price=10, swatch="#e8a9a4"),
            ColorInput(code="sage", label="Sage Green", price=10, swatch="#8fa382"),
            ColorInput(code="premium", label="Premium", price=20, swatch="#c99a2e"),
            ColorInput(code="custom", label="Custom", price=30),
        ],
    ),
    more_letters={
        ("3ft", ""): "A2 B2 C1 D2 E3 F1 G1 H2 I2 J1 L2 M2 N2 O2 P2 R2 S2 T2 U1 V1 W1 Y2 01 11 22 31 41 51 61 71 &1 ❤1",
        ("4ft", "rgb"): "A1 B1 C1 E2 H1 L1 O1 P2 R1 V1 Y1 &1 ❤1",
    },
    price_cents={"3ft": 2000, "4ft": 2500},
    items=(
        ItemOnOffer(
            ItemInput(
                name="Balloon Garland",
                description="Ten feet of cream, blush and copper, with the frame. We hang it beside the letters.",
                category="Decor",
                quantity=6,
                price=95,
                per="event",
                replacement_price=60,
            ),
            "balloons",
        ),
        ItemOnOffer(
            ItemInput(
                name="Sequin Backdrop",
                description="A gold arch, 7 ft high and 5 ft wide, for photos.",
                category="Decor",
                quantity=2,
                price=120,
                per="event",
                replacement_price=380,
            ),
            "backdrop",
        ),
        ItemOnOffer(
            ItemInput(
                name="Light-Up Heart",
                description="A red heart, 4 ft high, with 34 bulbs, on a base of its own.",
                category="Decor",
                quantity=2,
                price=40,
                per="day",
                replacement_price=450,
            ),
            "heart",
        ),
        ItemOnOffer(
            ItemInput(
                name="Late-Night Pickup",
                description="We collect everything between 11 pm and 1 am.",
                category="Services",
                kind="service",
                price=85,
                per="event",
            ),
        ),
        ItemOnOffer(
            ItemInput(
                name="Generator",
                description="2 kW, quiet, with fuel for eight hours.",
                category="Services",
                quantity=1,
                price=85,
                # Only for quotes, because the wiring has to be discussed first.
                public=False,
            ),
        ),
    ),
    packages=(
        PackageOnOffer(
            "The Newlyweds",
            "Both names in 3ft letters, the heart and a balloon garland.",
            (Words("____ & ____", "3ft"), SomeOf("Light-Up Heart"), SomeOf("Balloon Garland")),
            drawing="heart",
        ),
        PackageOnOffer(
            "Love Corner",
            "LOVE in 4ft letters with the backdrop and a garland, for up to three days.",
            (Words("LOVE", "4ft"), SomeOf("Sequin Backdrop"), SomeOf("Balloon Garland")),
            price=289,
            drawing="backdrop",
        ),
    ),
    zones=ZonesInput.model_validate(
        {
            "zones": [
                {"name": "Yonkers", "zipCodes": ["10701-10710"], "fee": 25, "freeAbove": 400},
                {"name": "Westchester", "zipCodes": ["105", "106", "108"], "fee": 45, "freeAbove": 600},
                {"name": "New York City", "zipCodes": ["100-104", "110-114", "116"], "fee": 75},
                {"name": "Hudson Valley", "zipCodes": ["125", "126"], "fee": 120, "minimumOrder": 250},
                {"name": "New Jersey", "zipCodes": ["070-076"], "fee": 95, "quoteOnly": True},
            ],
            "other": None,
        }
    ),
)
