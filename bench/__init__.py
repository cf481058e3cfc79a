"""Benchmarks: each figure is a ratio, or a cost, measured in one run against a baseline in the same run."""
