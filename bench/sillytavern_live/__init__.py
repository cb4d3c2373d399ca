"""SillyTavern itself, driven through its own page before the memory proxy."""
