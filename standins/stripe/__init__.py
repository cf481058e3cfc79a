"""A small stand-in for the payment provider in a separate process: its API, its script and its pages.

It implements the API version of the pinned library, limited to what the product uses; everything else is rejected. Its
objects and parameters follow the library's annotations (`annotations`). No money moves.
"""
