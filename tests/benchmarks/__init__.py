"""Benchmarks, run by `python -m pytest tests/benchmarks --benchmark-only`."""
