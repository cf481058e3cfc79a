"""An operator's price list, and the formula that computes a rental's price."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "agreed_price",  # a stored price with its agreed rates
    "api",  # serialized price lists
    "automatic_charges",  # when due payments are charged to a card on file
    "breakdown",  # the formula: plain values in, a breakdown out
    "card_terms",  # cards on file as stored and shown
    "extras",  # API form of custom lines and discounts
    "models",
    "payment_terms",  # due dates and cancellation fees
    "policy_schemas",  # API form of payment terms and schedules
    "policy_words",  # payment policies in sentences
    "price_list",  # the formula's input
    "queries",
    "rates",  # rates of lines and orders, before dates are known
    "sales_tax",  # tax rates by address, and exemptions
    "schemas",
    "service",
    "tax_places",  # changes of tax rates and exemptions
    "tax_schemas",  # API form of tax exemptions
    "ways_to_pay",  # payment methods without a card
]
