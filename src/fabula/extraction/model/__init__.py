"""Reading with a language model: what it is shown, what its answer means, and what of it is taken."""
