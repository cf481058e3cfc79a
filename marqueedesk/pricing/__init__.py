"""The price list of an operator, and the one formula that turns a rental into a price."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "agreed_price",  # a price as it is kept with what was agreed
    "api",  # the answer of a price list, for whom it is changed by
    "breakdown",  # the formula: plain values in, a breakdown out
    "extras",  # an operator's own lines and discount on the wire, wherever a price is asked for
    "models",
    "payment_terms",  # when money is due, and what canceling keeps
    "policy_schemas",  # the wire form of payment terms and of a schedule
    "policy_words",  # what a payment policy does, in sentences
    "price_list",  # what the formula takes
    "queries",
    "rates",  # what lines and an order cost before the days are known
    "sales_tax",  # the rate of an address, and who pays none
    "schemas",
    "service",
    "tax_schemas",  # an exemption on the wire
    "ways_to_pay",  # how customers pay without a card
]
