"""A small stand-in for the payment provider, in a process of its own: its API, its script and its pages.

It speaks the API version of the pinned library, limited to what the product uses; it refuses
everything else. Its objects and parameters are those of the library's own annotations (`annotations`). No money moves.
"""
