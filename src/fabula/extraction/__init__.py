"""Turn to claims: reading, with or without a model."""
