"""Second demo business: small, in another time zone, with its own rules. It shows that businesses are isolated from
each other.
"""

from marqueedesk.accounts.rules_schemas import RulesInput
from marqueedesk.demo.plan import DemoBusiness, Login, Planned
from marqueedesk.venues.schemas import VenueInput

GLOW_UP = DemoBusiness(
    login=Login("glow@marqueedesk.example", "demo-operator"),
    username="Rosalind Tran",
    company_name="Glow Up Marquee",
    phone_number="(512) 555-0108",
    open_for_days=150,
    rules=RulesInput(time_zone="America/Chicago", turnaround_days=1, hold_days=3),
    letters={"4ft": "A1 B2 D1 E2 I1 L1 M2 O1 R2 S1 V1 Y1 &1 ❤1"},
    price_cents={"2ft": 1500, "4ft": 2500},
    venues={
        "hill": VenueInput(
            name="Hill Country Hacienda",
            address="1800 Ranch Road 12",
            city="Dripping Springs",
            state="TX",
            zip_code="78620",
            contact_name="Guadalupe Reyes",
            contact_email="lupe@hchacienda.example.com",
            contact_phone="(512) 555-0173",
            difficulty="moderate",
            is_verified=True,
            surcharge_amount=4500,
            load_in_instructions="Second cattle gate. Close it behind you.",
        ),
        "brewery": VenueInput(
            name="Pecan Street Brewery",
            address="506 Pecan Street",
            city="Austin",
            state="TX",
            zip_code="78702",
            difficulty="easy",
            is_quick_book=True,
        ),
    },
    trial=("Professional", 5),
    requests=(
        Planned("LOVE", "Savannah Price", "hill", week=-9, start=-1, nights=2, lead=40),
        Planned("MR & MRS", "Juan Pablo Herrera", "hill", week=-3, lead=51, color="premium"),
        Planned("BABY", "Kelechi Eze", "brewery", "other", week=2, asked=20, by_operator=True),
        Planned("LOVE", "Harper Nguyen", "brewery", "anniversary", week=4, asked=1, answered=None),
    ),
)
