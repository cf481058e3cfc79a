"""A small stand-in for the payment provider, in a process of its own: its API, its script and its pages.

It speaks the version of the API that the pinned library speaks, as far as the product uses it; what it does not know it
refuses. Its objects and parameters are those of the library's own annotations (`annotations`). No money moves.
"""
