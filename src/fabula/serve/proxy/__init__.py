"""The memory proxy: chat completions on their way to a model, with what the story remembers."""
