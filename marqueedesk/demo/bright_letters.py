"""Demo business Bright Letters Co., which rents out letters between New York and the Hudson Valley."""

from marqueedesk.business.schemas import BusinessDetailsChange
from marqueedesk.demo.bright_catalog import CATALOG
from marqueedesk.demo.bright_offers import OFFERS
from marqueedesk.demo.bright_requests import REFUSED, REQUESTS
from marqueedesk.demo.bright_venues import VENUES
from marqueedesk.demo.plan import DemoBusiness, Login, Repair

BRIGHT_LETTERS = DemoBusiness(
    login=Login("demo@marqueedesk.example", "demo-operator"),
    username="Dana Brooks",
    company_name="Bright Letters Co.",
    phone_number="(914) 555-0100",
    open_for_days=460,
    rules=None,
    letters={
        # A typical workshop set: quantities follow letter frequency in English, hence a single Y.
        "4ft": "A3 B2 C2 D2 E4 F3 G2 H3 I3 J1 K1 L3 M2 N2 O3 P2 Q1 R3 S3 T2 U3 V2 W2 X1 Y1 Z1 "
        "03 13 23 32 42 52 62 72 82 92 &2 ❤2",
        "2ft": "A2 B2 C2 D1 E3 F1 G1 H2 I2 L1 M2 N2 O3 P2 R2 S2 T2 U1 W1 Y2 01 11 22 31 51 61 &1 ❤1",
    },
    price_cents={"2ft": 1500, "4ft": 2500},
    catalog=CATALOG,
    venues=VENUES,
    requests=REQUESTS,
    offers=OFFERS,
    refused=REFUSED,
    details=BusinessDetailsChange(
        address="210 Warburton Avenue\nYonkers, NY 10701",
        email="hello@brightletters.example",
        phone="(914) 555-0100",
        website="https://brightletters.example",
        tax_id="47-0000000",
        invoice_note="Please pay within 14 days, by check to Bright Letters Co. or at the delivery. Thank you.",
    ),
    repairs=(Repair(("O", "L", "U"), "4ft", 1, since_days=3, for_days=12, reason="Socket row shorts when it is damp"),),
)
