"""What is taken of an answer: whom it means, how it stands to what is known, and the claims it becomes."""
