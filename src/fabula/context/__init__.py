"""Hits to text under a budget, with a receipt."""
