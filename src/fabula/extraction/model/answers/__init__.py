"""What a model's answer means: understood in each form, mended, and held to what was read."""
