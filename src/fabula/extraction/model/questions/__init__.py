"""What a model is asked: the sheet of numbered lines, and every form that a question takes."""
