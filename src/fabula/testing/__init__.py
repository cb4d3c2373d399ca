"""Shipped with Fabula: contract suites that any adapter can be held to."""
