"""Benchmarks: each figure is a ratio, or a cost, measured against a baseline in the same run."""
