"""A stand-in for QuickBooks Online: consent and tokens, the chart of accounts, and journal entries.

After the public reference of the Accounting API (minor version 75): https://developer.intuit.com/app/developer/qbo/docs.
"""
