"""What holds: facts folded from claims, for one head."""
